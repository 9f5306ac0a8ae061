/// `explain`: what a URL would do, and why. It runs nothing but the `available-when` of a feature.
package enum ExplainMethod: Method {
    package struct Parameters: MethodParameters {
        package var url = ""
        /// The socket that the URL would come by; nil for the control socket.
        package var door: Door?
        /// The variables of the caller's session.
        package var environment: [String: String]?

        package init() {}
    }

    package typealias Result = ExplanationReply
    package static let name = "explain"
}

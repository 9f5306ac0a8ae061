package import RequestRecord

/// `explain`: returns what a URL would do, and why. Only the `available-when` command of a feature is run.
package enum ExplainMethod: Method {
    package struct Parameters: MethodParameters {
        package var url = ""
        /// The socket by which the URL would arrive; nil for the control socket.
        package var door: Door?
        /// The app in which the URL would be clicked, by the id of its desktop entry; nil for an unknown app.
        package var app: String?
        /// The variables of the caller's session.
        package var environment: [String: String]?

        package init() {}
    }

    package typealias Result = ExplanationReply
    package static let name = "explain"
}

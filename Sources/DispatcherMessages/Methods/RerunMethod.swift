/// `rerun`: runs a request again, as a new one by the socket of the first and under its narrowing: distrust does not wash
/// off.
package enum RerunMethod: Method {
    package struct Parameters: MethodParameters {
        package var id = ""

        package init() {}
    }

    package typealias Result = OutcomeReply
    package static let name = "rerun"
}

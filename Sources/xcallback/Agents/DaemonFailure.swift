import DispatcherMessages
import QueryCoding
import RequestRecord
import XCallbackURL

/// The reason why the daemon has no result for a request.
struct DaemonFailure: Error {
    let code: Int
    let message: String

    static let away = DaemonFailure(
        code: StandardCode.draining.rawValue,
        message: "xcallbackd cannot be reached; start it, or run 'xcallback doctor'")
    static let lost = DaemonFailure(
        code: StandardCode.workerGone.rawValue, message: "the daemon ended; the action may have ended or not")
    static let tooLong = DaemonFailure(
        code: StandardCode.tooLarge.rawValue,
        message: "the call is too long: its line for the daemon is longer than \(Door.untrustedLine) bytes")

    var reply: AgentReply { AgentReply(failure: "error \(code): \(message)", code: code) }
}

extension DaemonFailure {
    /// Reads a line that has no result.
    init(_ line: QueryValue) {
        // The daemon refuses a connection with an outcome object, which is not JSON-RPC.
        if let error = (try? OutcomeReply(line))?.outcome.error {
            self.init(code: error.code, message: error.message)
        } else {
            let error = line[.error]
            self.init(
                code: error?[.data]?[.code]?.whole(Int.self) ?? StandardCode.failed.rawValue,
                message: error?[.message]?.string ?? "the daemon's reply cannot be read")
        }
    }
}

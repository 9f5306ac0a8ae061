import DispatcherMessages
import QueryCoding
import RequestRecord
import XCallbackURL

/// The reasons why the daemon has no result for a request.
extension OutcomeError {
    static let away = OutcomeError(
        .draining, "xcallbackd cannot be reached; the user can start it, or run 'xcallback doctor'")
    static let lost = OutcomeError(.workerGone, "the daemon ended; the action may have ended or not")
    static let tooLong = OutcomeError(
        .tooLarge, "the call is too long: its line for the daemon is longer than \(Door.untrustedLine) bytes")

    /// Reads a line that has no result.
    init(of line: QueryValue) {
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

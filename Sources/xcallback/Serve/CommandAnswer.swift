import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// Reads the answer in a line that the command printed.
enum CommandAnswer {
    /// The maximum depth of an answer's JSON. The message around the answer counts toward the daemon's limit.
    private static let depthLimit = RPCMessage.depthLimit - 2

    /// Returns the result for the daemon: an object with `outcome` unchanged, any other value as the output of a
    /// success.
    static func result(of line: LineBuffer.Line) -> QueryValue {
        guard case .bytes(let bytes) = line else {
            return failure(.tooLarge, "the command printed a line of more than \(ServedCommand.lineLimit) bytes")
        }
        do {
            let value = try JSONParser.parse(bytes, depthLimit: depthLimit)
            guard value[OutcomeReply.Name.outcome.rawValue] != nil else { return result(.success, .output, value) }
            _ = try Outcome(workerResult: value)
            return value
        } catch {
            return failure(.failed, "the command's answer is not an outcome: \(error)")
        }
    }

    private static func failure(_ code: StandardCode, _ message: String) -> QueryValue {
        result(.error, .error, OutcomeError(code, message).value)
    }

    private static func result(_ kind: CallbackKind, _ name: OutcomeReply.Name, _ value: QueryValue) -> QueryValue {
        .record([(OutcomeReply.Name.outcome, .string(kind.rawValue)), (name, value)])
    }
}

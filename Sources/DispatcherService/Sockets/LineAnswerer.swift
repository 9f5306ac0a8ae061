import DispatcherMessages
import Logging
import QueryCoding
import XCallbackURL

/// Answers lines: a URL by its outcome, a JSON-RPC request by its result.
struct LineAnswerer: Sendable {
    let dispatcher: Dispatcher
    let methods: MethodTable
    let work: BackgroundWork

    func answer(url: [UInt8], door: Door) async -> String {
        await dispatcher.dispatch(Submission(url: url, door: door)).json
    }

    /// Nil for a notification, and for an answer that nobody waits for.
    func answer(call line: [UInt8], door: Door) async -> String? {
        do {
            switch try RPCMessage(line) {
            case .request(let request): return await methods.answer(request, door: door)?.json
            case .response(let id, _, _):
                dispatcher.logger.notice(
                    "an answer that nobody waits for", metadata: ["id": "\(Printable.line(id.json, limit: 128))"])
                return nil
            }
        } catch {
            return error.json
        }
    }

    /// The reply to a line that cannot be taken at all.
    func refusal(_ error: OutcomeError, isJSON: Bool) -> String {
        guard isJSON else { return OutcomeReply(id: RequestID().description, url: "", outcome: .error(error)).json }
        return RPCReply(id: .null, error: RPCError(.refused, error.message, dataCode: error.code)).json
    }

    /// The reply to a URL that comes while the service stops.
    func stopping(_ url: [UInt8]) -> String {
        let error = OutcomeError(.draining, "the daemon is stopping")
        return OutcomeReply(
            id: RequestID().description, url: String(decoding: url, as: UTF8.self), outcome: .error(error)
        ).json
    }
}

import DispatcherMessages
import DispatcherRequests
import Logging
import NIOCore
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// Answers lines: a URL with its outcome, a JSON-RPC request with its result.
final class LineAnswerer: Sendable {
    let methods: MethodTable
    private let dispatcher: Dispatcher

    init(_ dispatcher: Dispatcher, methods: MethodTable) {
        self.dispatcher = dispatcher
        self.methods = methods
    }

    /// Makes the worker for the other end of a connection, which may want to serve routes.
    func makeWorker(_ process: PeerProcess, on channel: any Channel) -> Worker {
        Worker(channel: channel, process: process, logger: dispatcher.logger)
    }

    /// Cancels the requests of an agent that has closed its connection: it may repeat them on another.
    func cancelRequests(of connection: ReplyMemory.Connection) {
        let requests = methods.replies.pendingRequests(of: connection)
        guard !requests.isEmpty else { return }
        _ = start { [cancellations = dispatcher.cancellations] in
            await withDiscardingTaskGroup { group in
                for request in requests { group.addTask { _ = await cancellations.cancel("\(request)") } }
            }
        }
    }

    /// Starts a piece of work. Returns false after the service has stopped.
    /// - Parameter isHere: Whether the work runs on this thread up to its first wait.
    func start(here isHere: Bool = false, _ body: @escaping BackgroundWork.Body) -> Bool {
        isHere ? dispatcher.work.startHere(body) : dispatcher.work.start(body)
    }

    /// Answers a URL. An agent calls routes by their names, and names no callback.
    func answer(url: [UInt8], from origin: Origin) async -> OutcomeReply {
        guard origin.door != .agent else {
            return refusal(
                of: url,
                OutcomeError(.refused, "the agent socket takes no URLs, but the methods routes, run and cancel"))
        }
        return await dispatcher.dispatch(Submission(url: url, door: origin.door, peer: origin.peer))
    }

    /// Answers a JSON line. The reply is nil for a notification, for an answer that no request waits for, and from a
    /// method that sends its reply itself.
    func answer(call line: [UInt8], for caller: MethodCaller) async -> ArraySlice<UInt8>? {
        do {
            switch try RPCMessage(line) {
            case .request(let request): return await methods.answer(request, for: caller)?.line
            case .response(let id, _, _):
                dispatcher.logger.notice(
                    "an answer that no request waits for",
                    metadata: ["id": "\(Printable.logged(id.json, limit: 128))"])
                return nil
            }
        } catch {
            return error.line
        }
    }

    /// Ends the requests that a worker has not answered, and removes its routes, because its connection is closed.
    func close(_ worker: Worker) {
        worker.leave()
        // `start` fails only once the service has stopped; then there is no table to update.
        if worker.isServing { _ = start { [tables = dispatcher.tables] in tables.remove(worker) } }
    }

    /// Returns the reply to a line that is not read at all.
    func refusal(_ error: OutcomeError, isJSON: Bool) -> ArraySlice<UInt8> {
        isJSON
            ? RPCReply(id: .null, error: RPCError(.refused, error.message, dataCode: error.code)).line
            : refusal(of: [], error).line
    }

    /// Returns the reply to a URL that arrives while the service stops.
    func stopping(_ url: [UInt8]) -> OutcomeReply {
        refusal(of: url, OutcomeError(.draining, "the daemon is stopping"))
    }

    private func refusal(of url: [UInt8], _ error: OutcomeError) -> OutcomeReply {
        OutcomeReply(
            id: dispatcher.makeID().description, url: String(decoding: url, as: UTF8.self), outcome: .error(error)
        )
    }
}

import DispatcherMessages
import Logging
import QueryCoding
import XCallbackURL

/// Answers lines: a URL by its outcome, a JSON-RPC request by its result.
struct LineAnswerer: Sendable {
    let dispatcher: Dispatcher
    let methods: MethodTable
    let workers: WorkerRegistry
    let work: BackgroundWork

    func answer(url: [UInt8], from origin: Origin) async -> String {
        await dispatcher.dispatch(Submission(url: url, door: origin.door, peer: origin.peer)).json
    }

    /// Nil for a notification, and for an answer that nobody waits for.
    func answer(call line: [UInt8], from origin: Origin, worker: Worker?) async -> String? {
        do {
            switch try RPCMessage(line) {
            case .request(let request): return await answer(request, from: origin, worker: worker)
            case .response(let id, let result, let error):
                if let worker {
                    worker.take(answer: id, result: result, error: error)
                } else {
                    dispatcher.logger.notice(
                        "an answer that nobody waits for", metadata: ["id": "\(Printable.line(id.json, limit: 128))"])
                }
                return nil
            }
        } catch {
            return error.json
        }
    }

    /// Nil for a notification, and for `serve`, which is answered before anything is asked of the worker.
    func answer(_ request: RPCRequest, from origin: Origin, worker: Worker?) async -> String? {
        guard request.method == "serve", let worker else { return await methods.answer(request, from: origin)?.json }
        await workers.serve(request, by: worker)
        return nil
    }

    /// Takes what a worker answers; a request of its own is left to the caller.
    func request(in line: [UInt8], of worker: Worker) -> RPCRequest? {
        do {
            switch try RPCMessage(line) {
            case .request(let request): return request
            case .response(let id, let result, let error): worker.take(answer: id, result: result, error: error)
            }
        } catch {
            var reason = "no message"
            if case .failure(let fault) = error.content { reason = fault.message }
            worker.take(
                rubbish: line, reply: error.json,
                OutcomeError(.failed, "the worker's answer cannot be read: \(reason)"))
        }
        return nil
    }

    /// Refuses a line of a worker that was thrown away.
    func refuse(lineBeginning head: [UInt8], of worker: Worker, _ error: OutcomeError) {
        worker.take(rubbish: head, reply: refusal(error, isJSON: LineFramer.isJSON(head.first)), error)
    }

    /// A worker's connection is closed: what it owes ends, and its routes go.
    func close(_ worker: Worker) {
        worker.leave()
        // What is not started has stopped, and its table with it.
        if worker.isServing { work.start { [workers] in workers.leave(worker) } }
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

import DispatcherMessages
import DispatcherRequests
import Logging

/// `serve`: a worker declares the routes that it serves from now on. The reply is sent before the worker is asked for
/// anything.
struct ServeMethod: WaitingMethod {
    static let name = MethodName.serve
    let tables: TableKeeper
    let logger: Logger

    func reply(to request: RPCRequest, for caller: MethodCaller) async -> RPCReply? {
        guard let worker = caller.worker else { return nil }
        do throws(RPCError) {
            let routes = try WorkerRoute.declared(request.parameters, by: worker)
            await worker.drainEventLoop()
            let names = routes.map(\.name)
            let result = ServeReply(routes: names).value
            try tables.add(routes, of: worker, reply: request.id.map { RPCReply(id: $0, result: result).json })
            logger.notice(
                "a worker serves",
                metadata: ["worker": "\(worker.name)", "routes": "\(names.joined(separator: ", "))"])
        } catch {
            // Like every line to a worker, it goes through the outbox.
            if let id = request.id { worker.outbox.send(RPCReply(id: id, error: error).json) }
        }
        return nil
    }
}

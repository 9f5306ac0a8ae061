import DispatcherConfiguration
import DispatcherMessages
import Logging
import NIOCore
import QueryCoding
import Synchronization
import XCallbackURL

/// The routes that workers serve now. Whenever they change, and whenever the configuration does, the table is made anew:
/// what asks for a route never looks here.
final class WorkerRegistry: Sendable {
    private let dispatcher: Dispatcher
    private let compiled: [CompiledRoute]
    private let logger: Logger
    private let routes = Mutex<[WorkerRoute]>([])

    init(dispatcher: Dispatcher, compiled: [CompiledRoute], logger: Logger) {
        self.dispatcher = dispatcher
        self.compiled = compiled
        self.logger = logger
    }

    /// The other end of a connection, which may want to serve.
    func worker(_ process: PeerProcess, on channel: any Channel) -> Worker {
        Worker(channel: channel, process: process, logger: logger)
    }

    /// The method `serve`. Its reply leaves before anything that a route of it is asked.
    func serve(_ request: RPCRequest, by worker: Worker) async {
        do {
            let new = try WorkerRoute.declared(request.parameters, by: worker)
            await worker.settle()
            let names = new.map(\.name)
            let result: QueryValue = ["routes": .array(names.map { .string($0) })]
            try add(new, by: worker, reply: request.id.map { RPCReply(id: $0, result: result).json })
            logger.notice(
                "a worker serves",
                metadata: ["worker": "\(worker.name)", "routes": "\(names.joined(separator: ", "))"])
        } catch {
            if let id = request.id { worker.outbox.say(RPCReply(id: id, error: error).json) }
        }
    }

    /// Adds all of the routes and says so, or throws and adds none.
    private func add(_ new: [WorkerRoute], by worker: Worker, reply: String?) throws(RPCError) {
        try routes.withLock { (routes) throws(RPCError) in
            var next = Self.living(routes)
            for route in new {
                guard let index = next.firstIndex(where: { $0.name == route.name }) else {
                    next.append(route)
                    continue
                }
                try Self.checkSharing(route, next[index], by: worker)
                next[index].workers.append(worker)
            }
            let table: DispatchTable
            do {
                table = try makeTable(dispatcher.table.configuration, next)
            } catch {
                throw Self.conflict("\(error)")
            }
            if let refusal = table.refusals.first { throw Self.conflict(refusal.reason) }
            // One that goes while it comes is taken out by `leave`, which waits for us, or is seen here.
            guard worker.startServing() else { throw Self.conflict("the connection is closed") }
            worker.outbox.say(reply) { dispatcher.table = table }
            routes = next
        }
    }

    private static func checkSharing(
        _ route: WorkerRoute, _ other: WorkerRoute, by worker: Worker
    ) throws(RPCError) {
        guard !other.workers.contains(where: { $0 === worker }) else {
            throw conflict("this connection serves route '\(route.name)' already")
        }
        guard route.isShared, other.isShared else {
            throw conflict(
                "route '\(route.name)' is served by \(other.declaration); both may serve it if both say 'shared'")
        }
        if let difference = route.difference(from: other) {
            throw conflict(
                "route '\(route.name)' cannot be shared with \(other.declaration): its '\(difference)' is another")
        }
    }

    private static func conflict(_ reason: String) -> RPCError {
        RPCError(.refused, reason, dataCode: StandardCode.conflict.rawValue)
    }

    /// What is still served: who takes the place of one that was killed need not wait until it is taken out.
    private static func living(_ routes: [WorkerRoute]) -> [WorkerRoute] {
        var routes = routes
        for index in routes.indices { routes[index].workers.removeAll(where: \.isGone) }
        return routes.filter { !$0.workers.isEmpty }
    }

    /// Takes out what a worker serves that is gone.
    func leave(_ worker: Worker) {
        routes.withLock { routes in
            let own = routes.filter { $0.workers.contains { $0 === worker } }
            guard !own.isEmpty else { return }
            routes = Self.living(routes)
            logger.notice(
                "a worker is gone",
                metadata: [
                    "worker": "\(worker.name)", "routes": "\(own.map(\.name).joined(separator: ", "))",
                ])
            do {
                dispatcher.table = try makeTable(dispatcher.table.configuration, routes)
            } catch {
                logger.error("the routes of a worker stay", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Takes a new configuration, which comes before what workers serve: what it takes from them they are told. Throws if
    /// it ties with a route of the program.
    func load(_ configuration: Configuration) throws {
        try routes.withLock { routes in
            let table = try makeTable(configuration, routes)
            for refusal in table.refusals {
                let lost = routes.filter { $0.name == refusal.name }
                for worker in lost.flatMap(\.workers) {
                    worker.notify("unserved", ["route": .string(refusal.name), "reason": .string(refusal.reason)])
                }
                logger.error(
                    "the configuration takes a route from its worker", metadata: ["reason": "\(refusal.reason)"])
            }
            dispatcher.table = table
            routes = table.workers
        }
    }

    private func makeTable(_ configuration: Configuration, _ routes: [WorkerRoute]) throws -> DispatchTable {
        try DispatchTable(configuration: configuration, compiled: compiled, workers: routes)
    }
}

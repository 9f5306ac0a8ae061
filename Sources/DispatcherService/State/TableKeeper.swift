import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import Synchronization
import UnixSystem
import XCallbackURL

/// Owns the route table and the workers' routes in it. Builds a new table whenever the configuration or a worker's
/// routes change. A request uses only its own table.
final class TableKeeper: Sendable {
    let ledger: RequestLedger
    private let compiled: [ClosureRoute]
    private let logger: Logger
    private let settingsLoaded: @Sendable (Settings) -> Void
    private let current: Mutex<Published>
    private let listeners = Listeners()
    /// The routes that workers serve. The lock is held while a table is built, so that one change follows the other.
    private let workerRoutes = Mutex<[WorkerRoute]>([])

    /// A table and its number, which rises with each table.
    struct Published: Sendable {
        var table: DispatchTable
        var number: Int64 = 1
    }

    /// Builds the first table. Throws if two routes tie.
    /// - Parameter settingsLoaded: Gets the settings of each configuration that is loaded later.
    init(
        configuration: Configuration, compiled: [ClosureRoute], logger: Logger,
        settingsLoaded: @escaping @Sendable (Settings) -> Void = { _ in }
    ) throws {
        let table = try DispatchTable(configuration: configuration, compiled: compiled)
        self.compiled = compiled
        self.logger = logger
        self.settingsLoaded = settingsLoaded
        current = Mutex(Published(table: table))
        ledger = RequestLedger(limits: RequestLimits(table))
    }

    var table: DispatchTable { current.withLock { $0.table } }

    /// Returns the workers that serve a name now. Throws 502 if there is none.
    func workers(serving name: String) throws(OutcomeError) -> [any RouteWorker] { try table.workers(serving: name) }

    /// The current table with its number.
    var published: Published { current.withLock { $0 } }

    /// Waits for a table with another number, and returns the table; the same table when the daemon stops.
    func next(after number: Int64) async -> Published {
        // The listener is added before the first look, so that no table in between is missed.
        var changes = listeners.add().makeAsyncIterator()
        while published.number == number, await changes.next() != nil {}
        return published
    }

    /// Tells the callers that wait for another table of a change beside the table, such as a switch.
    func announce() {
        current.withLock { $0.number += 1 }
        listeners.wake()
    }

    private func publish(_ table: DispatchTable) {
        current.withLock { $0 = Published(table: table, number: $0.number + 1) }
        listeners.wake()
        ledger.wake { $0.places.setLimits(RequestLimits(table)) }
    }

    /// Loads a configuration. The routes of the configuration come before the routes of workers, and a worker is
    /// notified of a route that it loses. Throws if the configuration ties with a route of the program.
    func load(_ configuration: Configuration) throws {
        try workerRoutes.withLock { routes in
            let table = try DispatchTable(configuration: configuration, compiled: compiled, workers: routes)
            for refusal in table.refusals {
                let lost = routes.filter { $0.name == refusal.name }
                for worker in lost.flatMap(\.workers) {
                    worker.notify(.unserved, [.route: .string(refusal.name), .reason: .string(refusal.reason)])
                }
                logger.error(
                    "a route of the configuration replaces a worker's route", metadata: ["reason": "\(refusal.reason)"])
            }
            publish(table)
            routes = table.workers
        }
        settingsLoaded(configuration.settings)
    }

    /// Adds all routes of a worker and sends the reply to the worker. Throws -32000 with code 409 and adds no route if
    /// a route conflicts. The reply is sent before the worker is asked for anything.
    func add(_ new: [WorkerRoute], of worker: Worker, reply: String?) throws(RPCError) {
        try workerRoutes.withLock { (routes) throws(RPCError) in
            var next = Self.living(routes)
            for route in new {
                if let reason = self.table.conflict(of: route) { throw Self.conflict(reason) }
                guard let index = next.firstIndex(where: { $0.name == route.name }) else {
                    next.append(route)
                    continue
                }
                try Self.checkSharing(route, next[index], by: worker)
                next[index].workers.append(worker)
            }
            let table = self.table.serving(next)
            if let refusal = table.refusals.first { throw Self.conflict(refusal.reason) }
            // A worker that leaves meanwhile is removed by `remove`, which waits for this lock, or is noticed here.
            guard worker.startServing() else { throw Self.conflict("the connection is closed") }
            worker.outbox.send(reply) { publish(table) }
            routes = next
        }
    }

    /// Removes the routes of a worker that is gone.
    func remove(_ worker: Worker) {
        workerRoutes.withLock { routes in
            let own = routes.filter { $0.workers.contains { $0 === worker } }
            guard !own.isEmpty else { return }
            routes = Self.living(routes)
            logger.notice(
                "a worker is gone",
                metadata: ["worker": "\(worker.name)", "routes": "\(own.map(\.name).joined(separator: ", "))"])
            publish(table.serving(routes))
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
                "route '\(route.name)' is served by \(other.declaration); to share it, both must declare 'shared'")
        }
        if let difference = route.difference(from: other) {
            throw conflict(
                "route '\(route.name)' cannot be shared: its '\(difference)' differs from that of \(other.declaration)")
        }
    }

    private static func conflict(_ reason: String) -> RPCError {
        RPCError(.refused, reason, dataCode: StandardCode.conflict.rawValue)
    }

    /// Returns the routes that are still served. A worker that replaces a killed worker need not wait for its removal.
    private static func living(_ routes: [WorkerRoute]) -> [WorkerRoute] {
        var routes = routes
        for index in routes.indices {
            routes[index].workers.removeAll(where: \.isLeaving)
        }
        return routes.filter { !$0.workers.isEmpty }
    }
}

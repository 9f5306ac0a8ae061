import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import QueryCoding
import UnixSystem
import XCallbackURL

/// Owns the route table and the workers' routes in it. Builds a new table whenever the configuration or a worker's
/// routes change. A request uses only its own table.
final class TableKeeper: Sendable {
    let ledger: RequestLedger
    private let compiled: [ClosureRoute]
    private let logger: Logger
    private let settingsLoaded: @Sendable (Settings) -> Void
    private let current: Lock<Published>
    private let events = Changes()

    /// A table, with the routes that workers serve, and its number, which rises with each change.
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
        current = Lock(Published(table: table))
        ledger = RequestLedger(limits: RequestLimits(table))
    }

    var table: DispatchTable { current.withLock { $0.table } }

    /// Returns the workers that serve a name now. Throws 502 if there is none.
    func workers(serving name: String) throws(OutcomeError) -> [any RouteWorker] { try table.workers(serving: name) }

    /// The current table with its number.
    var published: Published { current.withLock { $0 } }

    /// Waits for a table with another number, and returns the table; the same table when the daemon stops.
    func next(after number: Int64) async -> Published {
        while true {
            let change = nextChange
            let published = published
            guard published.number == number, await change.value() != nil else { return published }
        }
    }

    /// Tells the callers that wait for another table of a change beside the table, such as a switch.
    func announce() {
        current.withLock { $0.number += 1 }
        announceUnlisted()
    }

    /// Reports a change that no list of routes shows, such as a pause.
    func announceUnlisted() { events.happen() }

    /// The next new table or announced change.
    var nextChange: Event { events.next }

    /// Replaces the table. No lock is held while a table is built: if another change comes first, the table is built again.
    /// - Parameter next: Returns the next table; nil to keep the table.
    private func change<Failure>(_ next: (DispatchTable) throws(Failure) -> DispatchTable?) throws(Failure) {
        while true {
            let base = published
            guard let table = try next(base.table) else { return }
            let isPublished = current.withLock { current in
                guard current.number == base.number else { return false }
                current.table = table
                current.number += 1
                return true
            }
            guard isPublished else { continue }
            events.happen()
            return applyLimits()
        }
    }

    /// Applies the limits of the latest table. The thread that publishes a table last also applies its limits last.
    private func applyLimits() {
        var latest: Published
        repeat {
            latest = published
            let limits = RequestLimits(latest.table)
            ledger.wake { $0.places.setLimits(limits) }
        } while published.number != latest.number
    }

    /// Loads a configuration. The routes of the configuration come before the routes of workers, and a worker is
    /// notified of a route that it loses. Returns false if the configuration ties with a route of the program.
    func load(_ configuration: Configuration) -> Bool {
        var losses: [(refusal: DispatchTable.Refusal, workers: [any RouteWorker])] = []
        do {
            try change { current in
                let table = try DispatchTable(
                    configuration: configuration, compiled: compiled, workers: current.workers)
                losses = table.refusals.map { refusal in
                    (refusal, current.workers.filter { $0.name == refusal.name }.flatMap(\.workers))
                }
                return table
            }
        } catch {
            logger.error("the configuration conflicts with a route of the program", metadata: ["error": "\(error)"])
            return false
        }
        for (refusal, workers) in losses {
            for worker in workers {
                worker.notify(.unserved, [.route: .string(refusal.name), .reason: .string(refusal.reason)])
            }
            logger.error(
                "a route of the configuration replaces a worker's route", metadata: ["reason": "\(refusal.reason)"])
        }
        settingsLoaded(configuration.settings)
        return true
    }

    /// Adds all routes of a worker and sends the reply to the worker. Throws -32000 with code 409 and adds no route if
    /// a route conflicts. The reply is sent before the worker is asked for anything.
    func add(_ new: [WorkerRoute], of worker: Worker, reply: String?) throws(RPCError) {
        // The table is published before the reply, and a request that comes in between waits for the reply.
        worker.outbox.hold()
        do throws(RPCError) {
            try change { current throws(RPCError) in
                var next = Self.living(current.workers)
                for route in new {
                    if let reason = current.conflict(of: route) { throw Self.conflict(reason) }
                    guard let index = next.firstIndex(where: { $0.name == route.name }) else {
                        next.append(route)
                        continue
                    }
                    try Self.checkSharing(route, next[index], by: worker)
                    next[index].workers.append(worker)
                }
                let table = current.serving(next)
                if let refusal = table.refusals.first { throw Self.conflict(refusal.reason) }
                // A worker that leaves later is removed by `remove`.
                guard worker.startServing() else { throw Self.conflict("the connection is closed") }
                return table
            }
        } catch {
            worker.outbox.release(nil)
            throw error
        }
        worker.outbox.release(reply)
    }

    /// Removes the routes of a worker that is gone.
    func remove(_ worker: Worker) {
        // A table that is being built with the worker is built again.
        current.withLock { $0.number += 1 }
        var own: [String] = []
        change { current in
            own = current.workers.filter { $0.workers.contains { $0 === worker } }.map(\.name)
            return own.isEmpty ? nil : current.serving(Self.living(current.workers))
        }
        guard !own.isEmpty else { return }
        logger.notice(
            "a worker is gone",
            metadata: ["worker": "\(worker.name)", "routes": "\(own.joined(separator: ", "))"])
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

extension RequestLimits {
    /// The limits of a table, reduced to the available descriptors.
    init(_ table: DispatchTable) {
        let served = Dictionary(
            table.workers.compactMap { route in
                route.definition.policy.concurrency.map { (route.name, $0 * route.workers.count) }
            }
        ) { $1 }
        let configured = table.configuration.features.flatMap(\.routes).compactMap { route in
            // A worker says itself how many requests it gets at once.
            if case .worker = route.value.action { return (String, Int)?.none }
            return route.value.policy.concurrency.map { (route.value.name, $0) }
        }
        let limits = table.settings.limits
        let connections = min(limits.connections, DescriptorLimit.connections(beside: limits.running))
        self.init(
            // A command without descriptors would fail rather than wait.
            running: min(limits.running, DescriptorLimit.commands(beside: connections)), waiting: limits.waiting,
            concurrency: served.merging(configured) { $1 })
    }
}

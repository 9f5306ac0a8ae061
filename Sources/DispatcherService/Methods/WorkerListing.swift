import DispatcherRequests
import QueryCoding

/// The workers of a table, as `status` reports them.
enum WorkerListing {
    static func values(of table: DispatchTable) -> [QueryValue] {
        var workers: [any RouteWorker] = []
        var routes: [ObjectIdentifier: [QueryValue]] = [:]
        for route in table.workers {
            for worker in route.workers {
                if routes[ObjectIdentifier(worker)] == nil { workers.append(worker) }
                routes[ObjectIdentifier(worker), default: []].append(.string(route.name))
            }
        }
        return workers.map { worker in
            let load = worker.load
            return [
                "process": .string(worker.process), "routes": .array(routes[ObjectIdentifier(worker)] ?? []),
                "running": .integer(load.pending), "total": .integer(load.asked),
            ]
        }
    }
}

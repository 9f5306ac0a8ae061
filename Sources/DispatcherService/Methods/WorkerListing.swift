import DispatcherMessages
import DispatcherRequests

/// The workers of a table, as `status` reports them.
enum WorkerListing {
    static func replies(of table: DispatchTable) -> [WorkerReply] {
        var workers: [any RouteWorker] = []
        var routes: [ObjectIdentifier: [String]] = [:]
        for route in table.workers {
            for worker in route.workers {
                if routes[ObjectIdentifier(worker)] == nil { workers.append(worker) }
                routes[ObjectIdentifier(worker), default: []].append(route.name)
            }
        }
        return workers.map { worker in
            let load = worker.load
            return WorkerReply(
                process: worker.process, routes: routes[ObjectIdentifier(worker)] ?? [], running: load.pending,
                total: load.asked)
        }
    }
}

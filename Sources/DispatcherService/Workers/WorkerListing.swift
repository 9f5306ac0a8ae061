import QueryCoding

/// The workers of a table, as `status` shows them.
enum WorkerListing {
    static func values(of table: DispatchTable) -> [QueryValue] {
        var workers: [Worker] = []
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

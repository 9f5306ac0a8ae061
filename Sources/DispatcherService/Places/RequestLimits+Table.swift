import DispatcherConfiguration
import DispatcherRequests
import UnixSystem

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

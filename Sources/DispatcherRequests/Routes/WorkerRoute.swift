package import DispatcherConfiguration
package import URLSchemeRouter

/// A route that workers serve: one of them, or several that share it.
package struct WorkerRoute: Sendable {
    package let definition: RouteDefinition
    let scopes: [Scope]
    package let isShared: Bool
    /// In the order in which they came.
    package var workers: [any RouteWorker]

    package init(definition: RouteDefinition, scopes: [Scope], isShared: Bool, workers: [any RouteWorker]) {
        self.definition = definition
        self.scopes = scopes
        self.isShared = isShared
        self.workers = workers
    }

    package var name: String { definition.name }

    /// The place of its declaration, for messages: `worker pid 12 (python3)`.
    package var declaration: String { workers.map(\.name).joined(separator: ", ") }

    /// The key by which another declaration differs; nil if both are the same route.
    package func difference(from other: WorkerRoute) -> String? {
        if definition.patterns != other.definition.patterns { return "path" }
        if Set(scopes) != Set(other.scopes) { return "schemes" }
        if definition.input != other.definition.input { return "input" }
        return definition.policy.concurrency == other.definition.policy.concurrency ? nil : "concurrency"
    }
}

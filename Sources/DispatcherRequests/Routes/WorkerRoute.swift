package import DispatcherConfiguration
package import URLSchemeRouter

/// A route that is served by one worker, or shared by several workers. Without patterns it serves the routes of files
/// that name it.
package struct WorkerRoute: Sendable {
    package let definition: RouteDefinition
    let scopes: [Scope]
    package let isShared: Bool
    /// The workers, in the order in which they connected.
    package var workers: [any RouteWorker]

    package init(definition: RouteDefinition, scopes: [Scope], isShared: Bool, workers: [any RouteWorker]) {
        self.definition = definition
        self.scopes = scopes
        self.isShared = isShared
        self.workers = workers
    }

    package var name: String { definition.name }

    /// The origin of the declaration, for messages: `worker pid 12 (python3)`.
    package var declaration: String { workers.map(\.name).joined(separator: ", ") }

    /// Returns the key in which another declaration differs; nil if both declare the same route.
    package func difference(from other: WorkerRoute) -> String? {
        if definition.patterns != other.definition.patterns { return "path" }
        if Set(scopes) != Set(other.scopes) { return "schemes" }
        if definition.input != other.definition.input { return "input" }
        return definition.policy.concurrency == other.definition.policy.concurrency ? nil : "concurrency"
    }
}

import DispatcherConfiguration
import URLSchemeRouter

/// A route that workers serve: one of them, or several that share it.
struct WorkerRoute: Sendable {
    let definition: RouteDefinition
    let scopes: [Scope]
    let isShared: Bool
    /// In the order in which they came.
    var workers: [Worker]

    var name: String { definition.name }

    /// Where it is declared, for messages: `worker pid 12 (python3)`.
    var declaration: String { workers.map(\.name).joined(separator: ", ") }

    /// What is different in another declaration of it; nil if both are the same route.
    func difference(from other: WorkerRoute) -> String? {
        if definition.patterns != other.definition.patterns { return "path" }
        if Set(scopes) != Set(other.scopes) { return "schemes" }
        if definition.input != other.definition.input { return "input" }
        return definition.policy.concurrency == other.definition.policy.concurrency ? nil : "concurrency"
    }
}

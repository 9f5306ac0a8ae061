package import DispatcherConfiguration

/// A route of a file or a worker by one reference: each step of a request takes it, and it has many parts, all of which a copy
/// of the value counts.
package final class DefinedRoute: Sendable {
    package let value: RouteDefinition

    init(_ value: RouteDefinition) { self.value = value }
}

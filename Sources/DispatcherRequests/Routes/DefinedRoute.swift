package import DispatcherConfiguration

/// A route of a file or a worker by one reference: each step of a request takes it, and it has many parts, which a copy
/// would count one by one.
package final class DefinedRoute: Sendable {
    package let value: RouteDefinition

    init(_ value: RouteDefinition) { self.value = value }
}

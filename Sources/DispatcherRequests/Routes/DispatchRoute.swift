package import DispatcherConfiguration
package import DispatcherMessages
import URLSchemeRouter

/// A route of the daemon: what it does, and under which rules.
@usableFromInline package final class DispatchRoute: Sendable {
    package let name: String
    package let summary: String?
    package let action: Action
    let desktop: DesktopRule
    /// The feature that it belongs to; nil for one that is built in or compiled in.
    package let feature: Feature?
    /// The lists that narrow its callbacks: the feature's and its own.
    let callbacks: [CallbackLists]
    /// The workers that serve it; none for a route that the daemon serves itself.
    package let workers: [any RouteWorker]
    /// The names of its parameters that are secret, and of those that are not.
    let secretNames: SecretNames
    /// Whether its input may lack parameters of the URL, which were meant for others.
    let stripsParameters: Bool
    /// Whether its requests survive a power cut.
    package let isDurable: Bool

    init(
        name: String, summary: String?, action: Action, desktop: DesktopRule, feature: Feature? = nil,
        callbacks: [CallbackLists] = [], workers: [any RouteWorker] = []
    ) {
        self.name = name
        self.summary = summary
        self.action = action
        self.desktop = desktop
        self.feature = feature
        self.callbacks = callbacks
        self.workers = workers
        secretNames = action.secretNames
        if case .definition(let definition) = action {
            isDurable = definition.value.isDurable
            stripsParameters = !definition.value.policy.strip.isEmpty || definition.value.policy.token != nil
        } else {
            isDurable = false
            stripsParameters = false
        }
    }

    package enum Action: Sendable {
        case builtIn(BuiltInRoute)
        /// A command, a URL or a redirect, from a file or a worker.
        case definition(DefinedRoute)
        /// A Swift closure, from the program that embeds the daemon.
        indirect case closure(ClosureRoute)

        fileprivate var secretNames: SecretNames {
            switch self {
            case .definition(let definition): return SecretNames(of: definition.value)
            case .closure(let closure): return SecretNames(open: closure.pattern.parameterNames)
            case .builtIn(let route):
                var names = SecretNames()
                // An answer is recorded with its call.
                if route == .reply { names.hideAll() }
                return names
            }
        }
    }

    /// Its definition in a file or by a worker; nil for one that is built in or compiled in.
    package var definition: DefinedRoute? {
        if case .definition(let definition) = action { definition } else { nil }
    }

    var isReply: Bool { if case .builtIn(.reply) = action { true } else { false } }

    /// How often it may be used by a socket; nil for no limit.
    /// - Parameter standard: The limit of the desktop socket for a route that sets none.
    package func rate(at door: Door, standard: RoutePolicy.Rate) -> RoutePolicy.Rate? {
        // A one-time token limits replies.
        guard !isReply else { return nil }
        return definition?.value.policy.rate ?? (door == .desktop ? standard : nil)
    }
}

/// A route of a file or a worker by one reference: each step of a request takes it, and it has many parts, which a copy
/// would count one by one.
package final class DefinedRoute: Sendable {
    package let value: RouteDefinition

    init(_ value: RouteDefinition) { self.value = value }
}

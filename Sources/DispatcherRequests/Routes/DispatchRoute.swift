package import DispatcherConfiguration
import DispatcherMessages
package import RequestRecord
import URLSchemeRouter

/// A route of the daemon: its action and its rules.
package final class DispatchRoute: Sendable {
    package let name: String
    package let summary: String?
    package let action: Action
    let desktop: DesktopRule
    /// The rule for agents: `never` also for a route that no agent is offered, whatever its file says.
    package let agent: AgentRule
    /// The feature that the route belongs to; nil for a built-in or compiled-in route.
    package let feature: Feature?
    /// The workers that declared the route; empty for a route of a file or of the program.
    package let workers: [any RouteWorker]
    /// The names of the route's parameters, secret and public.
    let secretNames: SecretNames

    init(_ action: Action, feature: Feature? = nil, workers: [any RouteWorker] = []) {
        self.action = action
        self.feature = feature
        self.workers = workers
        secretNames = action.secretNames
        switch action {
        case .builtIn(let route): (name, summary, desktop) = (route.name, route.summary, route.desktop)
        case .closure(let route): (name, summary, desktop) = (route.name, route.summary, .never)
        case .definition(let route):
            (name, summary, desktop) = (route.value.name, route.value.summary, route.value.desktop)
        }
        agent = workers.isEmpty ? action.agent : .never
    }

    package enum Action: Sendable {
        case builtIn(BuiltInRoute)
        /// A command, a URL or a redirect, from a file or a worker.
        case definition(DefinedRoute)
        /// A Swift closure, from the program that embeds the daemon.
        indirect case closure(ClosureRoute)

        /// A secret would pass through the model, a fallback answers anything, a token would have to be in the model's text,
        /// and an agent is no app that `from-app` names.
        fileprivate var agent: AgentRule {
            guard case .definition(let definition) = self else { return .never }
            let route = definition.value
            let isHidden =
                route.isFallback || route.apps != nil || route.input.contains(where: \.isSecret)
                || route.policy.token?.isRequired ?? false
            return isHidden ? .never : route.agent
        }

        fileprivate var secretNames: SecretNames {
            switch self {
            case .definition(let definition): SecretNames(of: definition)
            case .closure: SecretNames()
            // An answer is recorded with the call that it answers.
            case .builtIn(let route): SecretNames(isEveryNameSecret: route == .reply)
            }
        }
    }

    /// The definition of the route in a file or by a worker; nil for a built-in or compiled-in route.
    package var definition: DefinedRoute? {
        if case .definition(let definition) = action { definition } else { nil }
    }

    /// The lists that restrict the route's callbacks: the feature's lists and the route's own.
    var callbacks: [CallbackLists] { definition?.value.callbacks ?? [] }

    /// The name under which the running requests of the route are counted. The routes of files that name a worker share its
    /// limit.
    package var turnName: String {
        guard let definition, case .worker(let name) = definition.value.action else { return name }
        return name
    }

    /// Whether a handler of the route may use the fragment of a URL.
    var mayUseFragment: Bool {
        switch action {
        case .builtIn(let route): route == .reply
        case .closure: true
        case .definition(let definition):
            feature?.readsFragment ?? false || definition.value.requestParts.contains { $0 == .url || $0 == .fragment }
        }
    }

    var isReply: Bool { if case .builtIn(.reply) = action { true } else { false } }

    /// How often it may be used by a socket; nil for no limit.
    /// - Parameter standard: The limit of a socket that others may write to, for a route that sets none.
    package func rate(at door: Door, standard: RoutePolicy.Rate) -> RoutePolicy.Rate? {
        // A one-time token limits replies.
        guard !isReply else { return nil }
        return definition?.value.policy.rate ?? (door.isTrusted ? nil : standard)
    }
}

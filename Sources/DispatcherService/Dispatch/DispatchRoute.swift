import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// A route of the daemon: what it does, and under which rules.
struct DispatchRoute: Sendable {
    var name: String
    var summary: String?
    var action: Action
    var desktop: DesktopRule
    /// The feature that it belongs to; nil for one that is built in or compiled in.
    var feature: Feature?
    /// What narrows the callbacks: the feature's list and the route's own.
    var callbacks: [CallbackLists] = []
    /// Who carries it out; none where we do.
    var workers: [Worker] = []

    /// How often it may be used at a door; nil for no limit.
    func rate(at door: Door) -> RoutePolicy.Rate? {
        switch action {
        // A one-time token limits replies.
        case .builtIn(.reply): return nil
        case .definition(let definition):
            if let rate = definition.policy.rate { return rate }
        case .builtIn, .closure: break
        }
        return door == .desktop ? RouteRates.standard : nil
    }

    enum Action: Sendable {
        case builtIn(BuiltInRoute)
        /// A command, a URL or a redirect, from a file.
        case definition(RouteDefinition)
        /// A Swift closure, from the program that embeds the daemon.
        case closure(RouteHandler)
    }
}

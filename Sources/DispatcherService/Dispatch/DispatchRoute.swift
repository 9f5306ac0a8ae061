import DispatcherConfiguration
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

    /// How often the untrusted door may use it; nil for no limit.
    var desktopRate: RouteDefinition.Rate? {
        switch action {
        // A one-time token limits replies.
        case .builtIn(.reply): nil
        case .definition(let definition): definition.rate ?? RouteRates.standard
        case .builtIn, .closure: RouteRates.standard
        }
    }

    enum Action: Sendable {
        case builtIn(BuiltInRoute)
        /// A command or a URL, from a file.
        case definition(RouteDefinition)
        /// A Swift closure, from the program that embeds the daemon.
        case closure(RouteHandler)
    }
}

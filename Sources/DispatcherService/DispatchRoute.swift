import DispatcherConfiguration
import QueryCoding
public import URLSchemeRouter
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

/// The routes and settings that requests run under: built once, replaced whole by a reload.
struct DispatchTable: Sendable {
    let routes: RouteTable<DispatchRoute>
    let settings: Settings
    let configuration: Configuration
    /// The schemes that a callback reaches without leaving the process.
    let schemes: Set<Scheme>

    init(configuration: Configuration, compiled: [CompiledRoute]) throws {
        var builder = RouteTable<DispatchRoute>.Builder()
        for route in BuiltInRoute.allCases {
            try builder.add(
                name: route.name, patterns: [RoutePattern(route.path)], scopes: [.scheme(BuiltInRoute.scheme)],
                declaration: "built in",
                payload: DispatchRoute(
                    name: route.name, summary: route.summary, action: .builtIn(route), desktop: route.desktop))
        }
        for route in compiled {
            try builder.add(
                name: route.name, patterns: [route.pattern], scopes: route.scopes, declaration: "compiled in",
                payload: DispatchRoute(
                    name: route.name, summary: route.summary, action: .closure(route.handler), desktop: .never))
        }
        for feature in configuration.features {
            for route in feature.routes {
                try builder.add(
                    name: route.name, patterns: route.patterns, scopes: feature.scopes, isStrict: route.isStrict,
                    isFallback: route.isFallback, declaration: "\(route.location)",
                    payload: DispatchRoute(
                        name: route.name, summary: route.summary, action: .definition(route), desktop: route.desktop,
                        feature: feature, callbacks: route.callbacks))
            }
        }
        routes = builder.build()
        settings = configuration.settings
        schemes = routes.schemes
        self.configuration = configuration
    }

    /// The schemes that the desktop should hand to us.
    static func schemes(of configuration: Configuration) -> [Scheme] {
        let named = configuration.features.flatMap(\.scopes).compactMap { scope in
            if case .scheme(let scheme) = scope { scheme } else { nil }
        }
        return Set(named).union([BuiltInRoute.scheme]).sorted { $0.text < $1.text }
    }
}

/// A route that a Swift program brings: reached by the control door alone.
public struct CompiledRoute: Sendable {
    let name: String
    let summary: String?
    let pattern: RoutePattern
    let scopes: [Scope]
    let handler: RouteHandler

    /// Makes a route of a path pattern; throws a `RoutePatternError`.
    public init(
        _ pattern: String, in scopes: [Scope], name: String, summary: String? = nil, handler: RouteHandler
    ) throws {
        self.pattern = try RoutePattern(pattern)
        self.scopes = scopes
        self.name = name
        self.summary = summary
        self.handler = handler
    }
}

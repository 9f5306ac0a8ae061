import DispatcherConfiguration
import URLSchemeRouter
import XCallbackURL

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

    /// The names of its routes.
    var names: Set<String> { Set(routes.allEntries.map(\.name)) }

    /// How many requests there may be, and how many runs of each route.
    var requestLimits: RequestLedger.Limits {
        let routes = configuration.features.flatMap(\.routes)
        let concurrency = routes.compactMap { route in route.policy.concurrency.map { (route.name, $0) } }
        return RequestLedger.Limits(
            running: settings.limits.running, waiting: settings.limits.waiting,
            concurrency: Dictionary(concurrency) { $1 })
    }

    /// The schemes that the desktop should hand to us.
    static func schemes(of configuration: Configuration) -> [Scheme] {
        let named = configuration.features.flatMap(\.scopes).compactMap { scope in
            if case .scheme(let scheme) = scope { scheme } else { nil }
        }
        return Set(named).union([BuiltInRoute.scheme]).sorted { $0.text < $1.text }
    }
}

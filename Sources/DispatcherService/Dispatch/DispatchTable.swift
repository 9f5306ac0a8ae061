import DispatcherConfiguration
import URLSchemeRouter
import XCallbackURL

/// The routes and settings that requests run under: built once, replaced whole by a reload, and when a worker comes or
/// goes.
struct DispatchTable: Sendable {
    let routes: RouteTable<DispatchRoute>
    let settings: Settings
    let configuration: Configuration
    /// The schemes that a callback reaches without leaving the process.
    let schemes: Set<Scheme>
    /// The workers' routes that it could not take, and why.
    let refusals: [Refusal]
    /// Those that it took.
    let workers: [WorkerRoute]

    /// A route of a worker that ties with another one, or has its name.
    struct Refusal: Sendable {
        let name: String
        let reason: String
    }

    /// Throws if two routes tie, none of which is a worker's.
    init(configuration: Configuration, compiled: [CompiledRoute], workers: [WorkerRoute] = []) throws {
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
        let refusals = Self.add(workers, to: &builder)
        routes = builder.build()
        self.refusals = refusals
        self.workers = workers.filter { route in !refusals.contains { $0.name == route.name } }
        settings = configuration.settings
        schemes = routes.schemes
        self.configuration = configuration
    }

    private static func add(
        _ workers: [WorkerRoute], to builder: inout RouteTable<DispatchRoute>.Builder
    ) -> [Refusal] {
        guard !workers.isEmpty else { return [] }
        let places = Dictionary(builder.build().allEntries.map { ($0.name, $0.declaration) }) { first, _ in first }
        return workers.compactMap { route -> Refusal? in
            if let place = places[route.name] {
                let reason = "route '\(route.name)' (\(route.declaration)) has the name of another one (\(place))"
                return Refusal(name: route.name, reason: reason)
            }
            do {
                try builder.add(
                    name: route.name, patterns: route.definition.patterns, scopes: route.scopes,
                    declaration: route.declaration,
                    payload: DispatchRoute(
                        name: route.name, summary: route.definition.summary, action: .definition(route.definition),
                        desktop: .never, workers: route.workers))
                return nil
            } catch {
                return Refusal(name: route.name, reason: "\(error)")
            }
        }
    }

    /// The names of its routes.
    var names: Set<String> { Set(routes.allEntries.map(\.name)) }

    /// How many requests there may be, and how many runs of each route.
    var requestLimits: RequestLedger.Limits {
        let routes = configuration.features.flatMap(\.routes)
        let served = workers.compactMap { route in
            route.definition.policy.concurrency.map { (route.name, $0 * route.workers.count) }
        }
        let concurrency = served + routes.compactMap { route in route.policy.concurrency.map { (route.name, $0) } }
        let limits = settings.limits
        let connections = min(limits.connections, DescriptorLimit.connections(beside: limits.running))
        return RequestLedger.Limits(
            // A command that there are no descriptors for would fail rather than wait.
            running: min(limits.running, DescriptorLimit.commands(beside: connections)), waiting: limits.waiting,
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

package import DispatcherConfiguration
import DispatcherMessages
package import URLSchemeRouter
package import XCallbackURL

/// The routes and settings for requests. A reload replaces the whole table. When a worker comes or goes, the next table
/// shares the routes that are not served by workers.
package final class DispatchTable: Sendable {
    package let routes: RouteTable<DispatchRoute>
    package let settings: Settings
    package let configuration: Configuration
    /// The workers' routes that the table rejected, and the reasons.
    package let refusals: [Refusal]
    /// The workers' routes that the table contains.
    package let workers: [WorkerRoute]
    /// The schemes that another app may also have. They are named by workers, but not by files or by the program.
    package let contestableSchemes: Set<Scheme>
    private let own: OwnRoutes
    /// The routes that have secret parameters.
    private let secretEntries: [Entry]

    private typealias Entry = RouteTable<DispatchRoute>.Entry

    /// The routes that are not served by workers.
    private struct OwnRoutes: Sendable {
        var builder: RouteTable<DispatchRoute>.Builder
        /// The own routes that have secret parameters.
        let secretEntries: [Entry]
        /// The schemes of the files and of the program.
        let schemes: Set<Scheme>
    }

    /// A worker's route that was rejected, because it ties with another route or has another route's name.
    package struct Refusal: Sendable {
        package let name: String
        package let reason: String
    }

    /// Makes a table. Throws if two routes tie that are not served by workers.
    package convenience init(
        configuration: Configuration, compiled: [ClosureRoute], workers: [WorkerRoute] = []
    ) throws {
        var configured: [DispatchRoute] = []
        for feature in configuration.features {
            for definition in feature.routes {
                let route = DispatchRoute(.definition(definition), feature: feature)
                for _ in definition.value.patterns { configured.append(route) }
            }
        }
        var builder = RouteTable.Builder(configuration.index, payloads: configured)
        for route in BuiltInRoute.allCases {
            try builder.add(
                name: route.name, patterns: [RoutePattern(route.path)], scopes: [.scheme(BuiltInRoute.scheme)],
                declaration: ListedRoute.builtIn, payload: DispatchRoute(.builtIn(route)))
        }
        for route in compiled {
            try builder.add(
                name: route.name, patterns: [route.pattern], scopes: route.scopes, isFallback: route.isFallback,
                declaration: "compiled in", payload: DispatchRoute(.closure(route)))
        }
        let secretEntries = builder.build().entries(where: \.secretNames.hasDeclared)
        let scopes = configuration.features.flatMap(\.scopes) + compiled.flatMap(\.scopes)
        let schemes = Set(scopes.compactMap(\.scheme)).union([BuiltInRoute.scheme])
        self.init(
            configuration, OwnRoutes(builder: builder, secretEntries: secretEntries, schemes: schemes), workers)
    }

    private init(_ configuration: Configuration, _ own: OwnRoutes, _ workers: [WorkerRoute]) {
        var builder = own.builder
        let refusals = Self.add(workers, to: &builder)
        let refused = Set(refusals.map(\.name))
        let table = builder.build()
        routes = table
        self.refusals = refusals
        self.workers = workers.filter { !refused.contains($0.name) }
        self.own = own
        contestableSchemes = Set(self.workers.flatMap(\.scopes).compactMap(\.scheme)).subtracting(own.schemes)
        secretEntries =
            own.secretEntries
            + self.workers.flatMap { table.entries(named: $0.name) }.filter(\.payload.secretNames.hasDeclared)
        settings = configuration.settings
        self.configuration = configuration
    }

    /// Returns a table with the same configuration and these routes of workers.
    package func serving(_ workers: [WorkerRoute]) -> DispatchTable { DispatchTable(configuration, own, workers) }

    /// The way out for a worker whose route conflicts with a route of a file.
    private static let hint = "; without 'path' it serves the routes of files that name it with 'worker'"

    private static func add(
        _ workers: [WorkerRoute], to builder: inout RouteTable<DispatchRoute>.Builder
    ) -> [Refusal] {
        guard !workers.isEmpty else { return [] }
        let own = builder
        return workers.filter { !$0.definition.patterns.isEmpty }.compactMap { route -> Refusal? in
            if let place = own.declaration(ofRouteNamed: route.name) {
                let reason =
                    "route '\(route.name)' (\(route.declaration)) has the same name as the route at \(place)\(hint)"
                return Refusal(name: route.name, reason: reason)
            }
            do {
                try builder.add(
                    name: route.name, patterns: route.definition.patterns, scopes: route.scopes,
                    declaration: route.declaration,
                    payload: DispatchRoute(.definition(DefinedRoute(route.definition)), workers: route.workers))
                return nil
            } catch {
                return Refusal(name: route.name, reason: "\(error)")
            }
        }
    }

    /// Returns whether a URL is opaque, by its scheme.
    package func isOpaque(_ url: [UInt8]) -> Bool {
        guard !routes.index.opaqueSchemes.isEmpty else { return false }
        return Scheme(String(decoding: url.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
            .map(routes.index.opaqueSchemes.contains) ?? false
    }

    /// Returns the patterns in the scopes of a URL that have secret parameters, with the names of these parameters.
    func secretPatterns(for url: XCallbackURL) -> [(RoutePattern, [String])] {
        routes.entries(for: url, among: secretEntries).map {
            ($0.pattern, $0.payload.definition?.secretNames ?? [])
        }
    }

    /// Returns why a worker may not serve a route, because it would take over a part of another route's scheme; nil if
    /// it may.
    package func conflict(of route: WorkerRoute) -> String? {
        guard let scope = route.scopes.first(where: own.builder.names),
            let other = routes.allEntries.first(where: { $0.payload.workers.isEmpty && $0.scopes.contains(scope) })
        else { return nil }
        return "route '\(route.name)' (\(route.declaration)) needs another scheme: \(scope) belongs to route "
            + "'\(other.name)' (\(other.declaration))\(Self.hint)"
    }

    /// Returns the workers that serve a name. Throws 502 if there is none.
    package func workers(serving name: String) throws(OutcomeError) -> [any RouteWorker] {
        guard let route = workers.first(where: { $0.name == name }) else {
            throw OutcomeError(.workerGone, "no worker serves '\(name)'; 'xcallback help serve' says how one does")
        }
        return route.workers
    }

    /// The names of the table's routes.
    package var names: Set<String> { Set(routes.allEntries.map(\.name)) }
}

import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

extension WorkerRoute {
    /// The maximum number of routes that one `serve` declares.
    static let limit = 1000

    /// Reads the routes that `serve` declares. Throws the first mistake; the error names the route.
    static func declared(_ declarations: [JSONValue], by worker: Worker) throws(RPCError) -> [WorkerRoute] {
        let values = declarations.map(\.value)
        guard (1...limit).contains(values.count) else {
            throw RPCError(.invalidParameters, "'routes' must have 1 to \(limit) routes")
        }
        var routes: [WorkerRoute] = []
        var names: Set<String> = []
        for (index, value) in values.enumerated() {
            let route: WorkerRoute
            do {
                route = try WorkerRoute(value, by: worker)
            } catch {
                let name =
                    value[RouteDeclaration.CodingKeys.name.rawValue]?.string.map {
                        "'\(Printable.shown($0, limit: 128))'"
                    }
                    ?? "\(index + 1)"
                throw RPCError(.invalidParameters, "route \(name): \(error.message)")
            }
            guard names.insert(route.name).inserted else {
                throw RPCError(.invalidParameters, "route '\(route.name)' appears twice in 'routes'")
            }
            routes.append(route)
        }
        return routes
    }

    private init(_ value: QueryValue, by worker: Worker) throws(RPCError) {
        guard case .object = value else { throw RPCError(.invalidParameters, "it must be an object") }
        guard value["desktop"] == nil else {
            throw RPCError(.invalidParameters, "only the user's configuration exposes a route to the desktop socket")
        }
        let declaration = try RouteDeclaration(value)
        guard (1...100_000).contains(declaration.concurrency ?? 1) else {
            throw RPCError(.invalidParameters, "'concurrency' must be a whole number from 1 to 100000")
        }
        let definition: RouteDefinition
        do {
            definition = try RouteDefinition.served(
                name: declaration.name, paths: declaration.path?.texts, summary: declaration.summary,
                input: declaration.input?.value ?? .object([]), concurrency: declaration.concurrency)
        } catch {
            throw RPCError(.invalidParameters, error.message)
        }
        if declaration.path == nil, declaration.schemes != nil || declaration.input != nil {
            throw RPCError(
                .invalidParameters,
                "'schemes' and 'input' need 'path'; without it, they are in the file that names the worker")
        }
        let scopes =
            declaration.path == nil ? [] : try Self.scopes(declaration.schemes, feature: definition.feature)
        self.init(
            definition: definition, scopes: scopes, isShared: declaration.isShared ?? false, workers: [worker])
    }

    /// Returns the given schemes; without them, the scheme that is the first part of the route's name.
    private static func scopes(_ schemes: [String]?, feature: String) throws(RPCError) -> [Scope] {
        if let schemes, schemes.isEmpty { throw RPCError(.invalidParameters, "'schemes' is empty") }
        var scopes: [Scope] = []
        for text in schemes ?? [feature] {
            guard let scheme = Scheme(text) else {
                let place = schemes == nil ? "; name one in 'schemes'" : ""
                throw RPCError(.invalidParameters, "'\(Printable.shown(text, limit: 64))' is not a scheme\(place)")
            }
            guard scheme != BuiltInRoute.scheme else {
                throw RPCError(.invalidParameters, "the scheme 'xcallback' is the daemon's own")
            }
            guard !scheme.isWeb else {
                throw RPCError(.invalidParameters, "only a file can name domains for web links")
            }
            if let fault = BannedScheme.servingFault(scheme) { throw RPCError(.invalidParameters, fault) }
            scopes.append(.scheme(scheme))
        }
        return scopes
    }
}

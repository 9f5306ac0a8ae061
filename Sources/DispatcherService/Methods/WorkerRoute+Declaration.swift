import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import URLSchemeRouter
import XCallbackURL

extension WorkerRoute {
    /// The most routes that one `serve` declares.
    static let limit = 1000

    /// Reads the parameters of `serve`. Throws the first mistake, which names its route.
    static func declared(_ parameters: QueryValue, by worker: Worker) throws(RPCError) -> [WorkerRoute] {
        var parameters = MethodParameters(parameters)
        let values = try parameters.array(.routes)
        try parameters.finish()
        guard (1...limit).contains(values.count) else {
            throw RPCError(.invalidParameters, "'routes' has 1 to \(limit) routes")
        }
        var routes: [WorkerRoute] = []
        var names: Set<String> = []
        for (index, value) in values.enumerated() {
            let route: WorkerRoute
            do {
                route = try WorkerRoute(value, by: worker)
            } catch {
                let name =
                    value[WorkerMessage.Declaration.name.rawValue]?.string.map {
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
        var members = ParameterReader<WorkerMessage.Declaration>(value)
        let name = try members.text(.name)
        let paths = try members.textOrTexts(.path)
        let schemes = try members.optionalTextList(.schemes)
        let input = try members.optionalObject(.input)
        let summary = try members.optionalText(.summary)
        let concurrency = try members.optionalCount(.concurrency)
        let isShared = try members.optionalBool(.shared) ?? false
        try members.finish()
        let definition: RouteDefinition
        do {
            definition = try RouteDefinition.served(
                name: name, paths: paths, summary: summary, input: input, concurrency: concurrency)
        } catch {
            throw RPCError(.invalidParameters, error.message)
        }
        let scopes = try Self.scopes(schemes, feature: definition.feature)
        self.init(definition: definition, scopes: scopes, isShared: isShared, workers: [worker])
    }

    /// The schemes that are named, else the one that is called as the first part of the route's name.
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
                throw RPCError(.invalidParameters, "web links belong to domains, which only a file can name")
            }
            if let fault = BannedScheme.servingFault(scheme) { throw RPCError(.invalidParameters, fault) }
            scopes.append(.scheme(scheme))
        }
        return scopes
    }
}

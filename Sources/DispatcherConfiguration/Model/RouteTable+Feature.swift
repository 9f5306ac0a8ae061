package import URLSchemeRouter

extension RouteTable.Builder {
    /// Adds a route of a file. Throws and adds nothing if one of its patterns ties with another route.
    package mutating func add(
        _ route: RouteDefinition, of feature: Feature, payload: Payload
    ) throws(RouteTieError) {
        try add(
            name: route.name, patterns: route.patterns, scopes: feature.scopes, isStrict: route.isStrict,
            isFallback: route.isFallback, except: feature.reservedSchemes, declaration: "\(route.location)",
            payload: payload)
    }
}

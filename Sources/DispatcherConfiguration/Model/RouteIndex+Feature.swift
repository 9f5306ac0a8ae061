import URLSchemeRouter

extension RouteIndex {
    /// Adds a route of a file. Throws and adds nothing if one of its patterns ties with another route.
    mutating func add(_ route: RouteDefinition, of feature: Feature) throws(RouteTieError) {
        let place = route.location
        try add(
            name: route.name, patterns: route.patterns, scopes: feature.scopes, isStrict: route.isStrict,
            isFallback: route.isFallback, except: feature.reservedSchemes,
            declaration: Declaration(place.file, line: place.line, column: place.column))
    }
}

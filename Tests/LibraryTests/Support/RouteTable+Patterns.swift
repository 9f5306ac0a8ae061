import URLSchemeRouter

extension RouteTable where Payload == Int {
    /// Makes a table of patterns with one scope each; the payload is the index in the list.
    static func of(_ patterns: [String], in scopes: [Scope] = [.anyScheme, .anyDomain]) throws -> RouteTable {
        var builder = Builder()
        for pattern in patterns { try builder.add(pattern, in: scopes) }
        return builder.build()
    }

    /// Returns the pattern that answers a URL.
    func winner(_ text: String, lenientAuthority: Bool = false) throws -> String? {
        try match(XCallbackURL(text), lenientAuthority: lenientAuthority)?.entry.name
    }
}

extension RouteTable.Builder where Payload == Int {
    /// Adds a route, which has its pattern as its name unless another is given; the payload is the number of the route.
    mutating func add(
        _ pattern: String, in scopes: [Scope] = [.anyScheme], name: String? = nil, isStrict: Bool = false,
        isFallback: Bool = false, senders: [String]? = nil
    ) throws {
        let number = build().payloads.count
        try add(
            name: name ?? pattern, patterns: [RoutePattern(pattern)], scopes: scopes, isStrict: isStrict,
            isFallback: isFallback, senders: senders, declaration: "line \(number)", payload: number)
    }
}

import QueryCoding
package import XCallbackURL

/// The routes of a table by number, scope and name, without their handlers.
@usableFromInline package struct RouteIndex: Sendable {
    @usableFromInline package private(set) var entries: [RouteEntry] = []
    /// The numbers of the routes of each name, in order.
    private var named: [ByteText: [Int]] = [:]
    private(set) var scopes: [Scope: ScopeRoutes] = [:]
    /// The schemes that routes name, in the order in which they were added.
    private(set) var schemes: [Scheme] = []
    /// The schemes whose URLs are opaque.
    package private(set) var opaqueSchemes: Set<Scheme> = []
    /// The names of the default routes.
    private(set) var fallbackNames: Set<String> = []
    /// Whether any route is strict.
    private(set) var hasStrict = false

    /// The routes of one scope.
    struct ScopeRoutes: Sendable {
        /// The patterns of the routes. Of routes with one pattern that differ by their senders, the tree has the first.
        fileprivate(set) var tree = RouteTree()
        /// The routes with one pattern that differ by their senders, by the one that is in the tree, in the order in
        /// which they are tried. The route for all senders comes last.
        fileprivate(set) var alternatives: [Int: [Int]] = [:]
        fileprivate(set) var fallback: Int?
        /// The numbers of the scope's routes, in order.
        fileprivate(set) var routes: [Int] = []
    }

    package init() {}

    /// Returns the numbers of the routes with a name, in order.
    func routes(named name: String) -> [Int] { named[ByteText(name)] ?? [] }

    /// Adds a route, with an entry for each pattern. Throws and adds nothing if one of its patterns ties with another
    /// route.
    package mutating func add(
        name: String, patterns: [RoutePattern], scopes: [Scope], isStrict: Bool = false, isFallback: Bool = false,
        senders: [String]? = nil, declaration: String
    ) throws(RouteTieError) {
        let scopes = scopes.enumerated().filter { !scopes[..<$0.offset].contains($0.element) }.map(\.element)
        let new = patterns.map { pattern in
            RouteEntry(
                name: name, pattern: pattern, scopes: scopes, isStrict: isStrict, senders: senders,
                declaration: declaration)
        }
        try check(new, isFallback: isFallback)
        for entry in new {
            let number = append(entry, isFallback: isFallback)
            for scope in scopes { addPattern(of: entry, number, in: scope) }
        }
    }

    /// Adds the pattern of an entry to one of its scopes.
    private mutating func addPattern(of entry: RouteEntry, _ number: Int, in scope: Scope) {
        guard let first = scopes[scope]?.tree.tie(with: entry.pattern, isStrict: entry.isStrict) else {
            scopes[scope]?.tree.add(entry.pattern, route: number, isStrict: entry.isStrict)
            return
        }
        var group = scopes[scope]?.alternatives[first] ?? [first]
        let last = entry.senders.flatMap { _ in group.firstIndex { entries[$0].senders == nil } }
        group.insert(number, at: last ?? group.count)
        scopes[scope]?.alternatives[first] = group
    }

    /// Adds a route that answers the URLs that no other route answers.
    mutating func addFallback(_ entry: RouteEntry) { _ = append(entry, isFallback: true) }

    /// Adds an entry to its scopes and to its name, and returns its number.
    private mutating func append(_ entry: RouteEntry, isFallback: Bool) -> Int {
        let number = entries.count
        entries.append(entry)
        named[ByteText(entry.name), default: []].append(number)
        if isFallback { fallbackNames.insert(entry.name) }
        if entry.isStrict { hasStrict = true }
        if entry.pattern.isOpaque { opaqueSchemes.formUnion(entry.scopes.compactMap(\.scheme)) }
        for scope in entry.scopes {
            if let scheme = scope.scheme, scopes[scope] == nil { schemes.append(scheme) }
            scopes[scope, default: ScopeRoutes()].routes.append(number)
            if isFallback { scopes[scope]?.fallback = number }
        }
        return number
    }
}

extension RoutePattern {
    /// The pattern with a slash at the start, as a path is written.
    var spelling: String { text.utf8.first == UInt8(ascii: "/") ? text : "/\(text)" }
}

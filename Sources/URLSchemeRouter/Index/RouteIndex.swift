import QueryCoding
package import XCallbackURL

/// The routes of a table by number, scope and name, without their handlers.
///
/// A copy shares its storage with the original, and adding a route duplicates a small part of the storage.
@usableFromInline package struct RouteIndex: Sendable {
    @usableFromInline package private(set) var entries = ChunkedArray<RouteEntry>()
    private(set) var trie = RouteTrie()
    /// The numbers of the routes of each name.
    private var named = ChunkedArray<NamedRoutes>()
    private var nameNumbers = ByteStringMap()
    private(set) var nameSpellings = FuzzyIndex()

    private(set) var scopes = ChunkedArray<ScopeRoutes>()
    private var scopeNumbers = ByteStringMap()
    /// The index of this scope in `scopes`.
    private(set) var anyScheme: Int?
    private(set) var anyDomain: Int?
    private(set) var namesDomains = false
    /// The first scheme with routes, and the index of its scope. Most URLs have this scheme.
    private var firstScheme: (scheme: Scheme, number: Int)?
    /// The schemes by the numbers of their scopes.
    private(set) var schemeSpellings = FuzzyIndex()

    /// The schemes whose URLs are opaque.
    package private(set) var opaqueSchemes: Set<Scheme> = []

    /// The names of the default routes.
    private(set) var fallbackNames: Set<String> = []
    var hasFallbacks: Bool { !fallbackNames.isEmpty }
    /// Whether any route is strict.
    private(set) var hasStrict = false
    /// Whether any route answers only some senders.
    private(set) var hasSenders = false

    /// The routes of one scope.
    struct ScopeRoutes: Sendable {
        let scope: Scope
        /// The root node of the scope in the trie; nil if the scope has only a default route.
        fileprivate(set) var root: Int32?
        fileprivate(set) var fallback: Int32?
        /// The numbers of the scope's routes, in order.
        fileprivate(set) var routes = ChunkedArray<Int32>()
        /// The patterns of the scope's routes, each with a slash at the start.
        fileprivate(set) var spellings = FuzzyIndex()
        /// The routes with one pattern that differ by their senders, by the one that is in the trie. The route for all senders
        /// comes last.
        fileprivate(set) var alternatives: [Int32: [Int32]] = [:]
    }

    /// The routes of one name. Most names have one route, which needs no array.
    private struct NamedRoutes: Sendable {
        let first: Int32
        var others: [Int32] = []
    }

    package init() {}

    /// Returns the numbers of the routes with a name, in order.
    func routes(named name: String) -> [Int32] {
        nameNumbers.number(of: name, in: 0).map { named.read(Int($0)) { [$0.first] + $0.others } } ?? []
    }

    /// Returns the number of the first route with a name, or nil.
    func firstRoute(named name: String) -> Int32? {
        nameNumbers.number(of: name, in: 0).map { named.read(Int($0)) { $0.first } }
    }

    /// Returns the index of a scope in `scopes`, or nil if it has no route.
    func number(of scope: Scope) -> Int? {
        switch scope {
        case .anyScheme: anyScheme
        case .anyDomain: anyDomain
        case .scheme(let scheme): number(of: scheme)
        case .domain(let domain):
            Scope.parent(ofSubdomains: domain).map { number(of: $0, in: .subdomains) }
                ?? number(of: domain[...], in: .domain)
        }
    }

    func number(of scheme: Scheme) -> Int? { scheme.text.withBytes { number(ofScheme: $0) } }

    /// - Parameter scheme: A scheme in lower case.
    func number(ofScheme scheme: Span<UInt8>) -> Int? {
        if let first = firstScheme, first.scheme.text.withBytes({ $0.hasSameBytes(as: scheme) }) { return first.number }
        return scopeNumbers.number(of: scheme, in: ScopeSpace.scheme.rawValue).map { Int($0) }
    }

    func number(of text: Substring, in space: ScopeSpace) -> Int? {
        var text = text
        return text.withUTF8 { scopeNumbers.number(of: $0.span, in: space.rawValue) }.map { Int($0) }
    }

    /// The kind of scope that a text names.
    enum ScopeSpace: Int32 {
        case scheme, domain
        /// The domain above all subdomains.
        case subdomains
    }

    /// Adds a route, with an entry for each pattern. Throws and adds nothing if one of its patterns ties with another
    /// route.
    package mutating func add(
        name: String, patterns: [RoutePattern], scopes: [Scope], isStrict: Bool = false, isFallback: Bool = false,
        senders: [String]? = nil, declaration: Declaration
    ) throws(RouteTieError) {
        let scopes =
            scopes.count == 1
            ? scopes : scopes.enumerated().filter { !scopes[..<$0.offset].contains($0.element) }.map(\.element)
        let entries = patterns.map { pattern in
            RouteEntry(
                name: name, pattern: pattern, scopes: scopes, isStrict: isStrict, senders: senders,
                declaration: declaration)
        }
        let start = try check(entries, isFallback: isFallback)
        for entry in entries { add(entry, from: entries.count == 1 ? start : nil, isFallback: isFallback) }
    }

    /// Adds an entry.
    /// - Parameter start: The start of the pattern in the trie, for an entry with one scope; nil if unknown.
    private mutating func add(_ entry: RouteEntry, from start: RouteTrie.Start?, isFallback: Bool) {
        let (route, spelling) = appendEntry(entry)
        for scope in entry.scopes {
            let scope = makeNumber(of: scope)
            let root = scopes.read(scope) { $0.root } ?? trie.addRoot()
            scopes.update(scope) {
                $0.root = root
                if isFallback { $0.fallback = route }
                $0.routes.append(route)
                $0.spellings.insert(spelling, number: route)
            }
            let start = start ?? trie.start(of: entry.pattern, below: root)
            if hasSenders, let first = trie.tie(from: start, with: entry.pattern, isStrict: entry.isStrict) {
                var group = alternatives(of: first, inScope: scope)
                let last = entry.senders.flatMap { _ in group.firstIndex { entries[Int($0)].senders == nil } }
                group.insert(route, at: last ?? group.count)
                scopes.update(scope) { $0.alternatives[first] = group }
            } else {
                trie.add(entry.pattern, from: start, route: route, isStrict: entry.isStrict)
            }
        }
        if isFallback { fallbackNames.insert(entry.name) }
    }

    /// Returns the routes with the pattern of a route of the trie, in the order in which they are tried.
    func alternatives(of route: Int32, inScope scope: Int) -> [Int32] {
        guard hasSenders else { return [route] }
        return scopes.read(scope) { $0.alternatives[route] } ?? [route]
    }

    /// Adds a route that answers the URLs that no other route answers.
    mutating func addFallback(_ entry: RouteEntry) {
        let (route, spelling) = appendEntry(entry)
        for scope in entry.scopes {
            scopes.update(makeNumber(of: scope)) {
                $0.fallback = route
                $0.routes.append(route)
                $0.spellings.insert(spelling, number: route)
            }
        }
        fallbackNames.insert(entry.name)
    }

    /// Returns the number of the new entry, and its pattern in the form for the fuzzy index.
    private mutating func appendEntry(_ entry: RouteEntry) -> (Int32, FuzzyIndex.Spelled) {
        let route = Int32(entries.count)
        entries.append(entry)
        if entry.isStrict { hasStrict = true }
        if entry.pattern.isOpaque { opaqueSchemes.formUnion(entry.scopes.compactMap(\.scheme)) }
        if entry.senders != nil { hasSenders = true }
        let text = entry.pattern.spelling
        let spelling = FuzzyIndex.Spelled(text)
        if let name = nameNumbers.number(of: entry.name, in: 0, orInsert: Int32(named.count)) {
            named.update(Int(name)) { $0.others.append(route) }
        } else {
            named.append(NamedRoutes(first: route))
            // The library names its routes after their patterns.
            let isSame = entry.name.hasSameBytes(as: text)
            nameSpellings.insert(isSame ? spelling : FuzzyIndex.Spelled(entry.name), number: route)
        }
        return (route, spelling)
    }

    /// Returns the index of a scope in `scopes`, and adds a new scope.
    private mutating func makeNumber(of scope: Scope) -> Int {
        if let existing = number(of: scope) { return existing }
        let number = scopes.count
        scopes.append(ScopeRoutes(scope: scope))
        func insert(_ text: some StringProtocol, in space: ScopeSpace) {
            scopeNumbers.insert(String(text), in: space.rawValue, number: Int32(number))
        }
        switch scope {
        case .anyScheme: anyScheme = number
        case .anyDomain: anyDomain = number
        case .scheme(let scheme):
            insert(scheme.text, in: .scheme)
            firstScheme = firstScheme ?? (scheme, number)
            schemeSpellings.insert(FuzzyIndex.Spelled(scheme.text), number: Int32(number))
        case .domain(let domain):
            if let parent = Scope.parent(ofSubdomains: domain) {
                insert(parent, in: .subdomains)
            } else {
                insert(domain, in: .domain)
            }
        }
        if scope.isWeb { namesDomains = true }
        return number
    }
}

extension RoutePattern {
    /// The pattern with a slash at the start, as a path is written.
    var spelling: String { text.utf8.first == UInt8(ascii: "/") ? text : "/\(text)" }
}

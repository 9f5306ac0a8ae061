import QueryCoding

/// The patterns of one scope, with one level for each segment. Literals are hashed, so that the number of routes does
/// not affect the look-up time.
struct RouteTrie: Sendable {
    private var nodes = [Node()]

    private struct Node: Sendable {
        var literals: [Literal: Int] = [:]
        /// Sorted by rank, the order in which they are tried.
        var composed: [Composed] = []
        var parameter: Int?
        var star: Int?
        /// The routes that end here, strict ones first.
        var ends: [End] = []
        /// The routes that end here if their optional last segment is missing.
        var optionalEnds: [End] = []
        var rests: [End] = []
    }

    private struct Composed: Sendable {
        let pieces: [PatternSegment.Piece]
        let rank: PatternRank
        let node: Int
    }

    /// The end of a route, and whether a strict route requires a trailing slash; nil if the route is not strict.
    private struct End: Sendable {
        let entry: Int
        let slash: Bool?

        func accepts(_ search: Search) -> Bool { slash == nil || slash == search.endsInSlash }
    }

    /// A literal that compares and hashes by bytes; `String` would merge canonically equivalent literals.
    private struct Literal: Hashable, Sendable {
        let text: String

        static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

        func hash(into hasher: inout Hasher) {
            var copy = text
            copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Returns the entry that answers the same URLs as a pattern, or nil.
    func tie(with pattern: RoutePattern, isStrict: Bool) -> Int? {
        var node = 0
        let slash = isStrict ? pattern.endsInSlash : nil
        func tie(_ ends: [End]) -> Int? { ends.first { $0.slash == slash }?.entry }
        for segment in pattern.segments {
            let next: Int?
            switch segment {
            case .literal(let text): next = nodes[node].literals[Literal(text: text)]
            case .parameter: next = nodes[node].parameter
            case .star: next = nodes[node].star
            case .composed(let pieces): next = composedPlace(at: node, PatternRank(pieces)).existing
            case .optional(_, let type):
                if let entry = tie(nodes[node].optionalEnds) { return entry }
                next =
                    type == .text
                    ? nodes[node].parameter
                    : composedPlace(at: node, PatternRank([.parameter("", type)])).existing
            case .rest: return tie(nodes[node].rests)
            }
            guard let next else { return nil }
            node = next
        }
        return tie(nodes[node].ends)
    }

    /// Adds a pattern, which must not tie with another.
    mutating func add(_ pattern: RoutePattern, entry: Int, isStrict: Bool) {
        var node = 0
        let end = End(entry: entry, slash: isStrict ? pattern.endsInSlash : nil)
        for segment in pattern.segments {
            switch segment {
            case .literal(let text): node = child(of: node, \.literals[Literal(text: text)])
            case .parameter: node = child(of: node, \.parameter)
            case .star: node = child(of: node, \.star)
            case .composed(let pieces): node = composedChild(of: node, pieces)
            case .optional(_, let type):
                insert(end, at: node, \.optionalEnds)
                node = type == .text ? child(of: node, \.parameter) : composedChild(of: node, [.parameter("", type)])
            case .rest: return insert(end, at: node, \.rests)
            }
        }
        insert(end, at: node, \.ends)
    }

    private mutating func child(of node: Int, _ path: WritableKeyPath<Node, Int?>) -> Int {
        if let existing = nodes[node][keyPath: path] { return existing }
        nodes.append(Node())
        nodes[node][keyPath: path] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func composedChild(of node: Int, _ pieces: [PatternSegment.Piece]) -> Int {
        let rank = PatternRank(pieces)
        let place = composedPlace(at: node, rank)
        if let existing = place.existing { return existing }
        nodes.append(Node())
        nodes[node].composed.insert(Composed(pieces: pieces, rank: rank, node: nodes.count - 1), at: place.index)
        return nodes.count - 1
    }

    /// Returns the index of a rank among the composed segments of a node, and the child node if it exists.
    private func composedPlace(at node: Int, _ rank: PatternRank) -> (index: Int, existing: Int?) {
        var (low, high) = (0, nodes[node].composed.count)
        while low < high {
            let middle = (low + high) / 2
            if nodes[node].composed[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        guard low < nodes[node].composed.count, nodes[node].composed[low].rank == rank else { return (low, nil) }
        return (low, nodes[node].composed[low].node)
    }

    private mutating func insert(_ end: End, at node: Int, _ path: WritableKeyPath<Node, [End]>) {
        nodes[node][keyPath: path].append(end)
        nodes[node][keyPath: path].sort { $0.slash != nil && $1.slash == nil }
    }

    /// Returns the entries whose patterns match, best first, but at most `limit`.
    func search(_ segments: [String], endsInSlash: Bool, limit: Int) -> [Hit] {
        var search = Search(segments: segments, endsInSlash: endsInSlash, limit: limit)
        visit(0, depth: 0, values: [], &search)
        return search.hits
    }

    /// A pattern that matched, with the values of its parameters in order.
    struct Hit: Sendable {
        let entry: Int
        let values: [String]
        /// The segments that `**` matched; nil if the pattern has no `**`.
        let rest: [String]?
    }

    private struct Search {
        let segments: [String]
        let endsInSlash: Bool
        let limit: Int
        var hits: [Hit] = []
        var isDone: Bool { hits.count >= limit }
    }

    /// Adds the matches at and below a node. The trie is a tree, so a search visits no node twice, whatever the URL.
    private func visit(_ node: Int, depth: Int, values: [String], _ search: inout Search) {
        if depth == search.segments.count {
            for end in nodes[node].ends where end.accepts(search) {
                search.hits.append(Hit(entry: end.entry, values: values, rest: nil))
            }
            for end in nodes[node].optionalEnds where end.accepts(search) {
                search.hits.append(Hit(entry: end.entry, values: values, rest: nil))
            }
        } else {
            let segment = search.segments[depth]
            if let next = nodes[node].literals[Literal(text: segment)] {
                visit(next, depth: depth + 1, values: values, &search)
            }
            for composed in nodes[node].composed where !search.isDone {
                guard let bound = composed.pieces.match(segment) else { continue }
                visit(composed.node, depth: depth + 1, values: values + bound, &search)
            }
            if let next = nodes[node].parameter, !search.isDone {
                visit(next, depth: depth + 1, values: values + [segment], &search)
            }
            if let next = nodes[node].star, !search.isDone { visit(next, depth: depth + 1, values: values, &search) }
        }
        guard !search.isDone, depth < search.segments.count || search.endsInSlash else { return }
        for end in nodes[node].rests where end.accepts(search) {
            search.hits.append(Hit(entry: end.entry, values: values, rest: Array(search.segments[depth...])))
        }
    }
}

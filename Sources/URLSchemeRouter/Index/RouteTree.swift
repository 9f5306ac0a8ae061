/// The patterns of one scope, with one level for each segment.
struct RouteTree: Sendable {
    private var nodes = [Node()]

    /// The continuations of the segments that lead to a node, as indices of nodes.
    private struct Node: Sendable {
        var literals: [ByteText: Int] = [:]
        /// The composed segments by the text with which they begin; an initial parameter has no such text.
        var composed: [ByteText: [Composed]] = [:]
        /// The lengths of the texts with which composed segments begin, each once.
        var leadingLengths: [Int] = []
        var parameter: Int?
        var star: Int?
        /// The routes that end here, in the order in which they are tried.
        var ends: [End] = []

        /// Returns the nodes after a segment that is composed, in the order in which they are tried.
        func composedNodes(after segment: String) -> [Int] {
            var found: [Composed] = []
            for length in leadingLengths where length < segment.utf8.count {
                guard let text = String(segment.utf8.prefix(length)), let group = composed[ByteText(text)] else {
                    continue
                }
                found += group.filter { $0.pieces.match(segment) != nil }
            }
            return found.sorted { $0.rank < $1.rank }.map(\.node)
        }
    }

    private struct Composed: Sendable {
        let pieces: [PatternSegment.Piece]
        let rank: PatternRank
        let node: Int
    }

    private struct End: Sendable {
        let place: Place
        let route: Int
    }

    /// A place where a pattern ends.
    private struct Place: Comparable, Sendable {
        let kind: Kind
        /// Whether a strict route requires a trailing slash; nil for a route that is not strict.
        let slash: Bool?

        enum Kind: Int {
            case path
            /// The last segment is optional and missing.
            case optional
            case rest
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.kind.rawValue, left.slash == nil ? 1 : 0) < (right.kind.rawValue, right.slash == nil ? 1 : 0)
        }
    }

    /// Returns the route that answers the same URLs as a pattern, or nil.
    func tie(with pattern: RoutePattern, isStrict: Bool) -> Int? {
        for (node, place) in Self.places(of: pattern, isStrict, child) {
            if let end = nodes[node].ends.first(where: { $0.place == place }) { return end.route }
        }
        return nil
    }

    /// Adds a pattern, which must not tie with another.
    mutating func add(_ pattern: RoutePattern, route: Int, isStrict: Bool) {
        for (node, place) in Self.places(of: pattern, isStrict, { makeChild(of: $0, $1) }) {
            let index = nodes[node].ends.firstIndex { place < $0.place } ?? nodes[node].ends.endIndex
            nodes[node].ends.insert(End(place: place, route: route), at: index)
        }
    }

    /// Returns the places where a pattern ends, up to the first segment without a node.
    /// - Parameter child: Returns the node after a segment.
    private static func places(
        of pattern: RoutePattern, _ isStrict: Bool, _ child: (Int, PatternSegment) -> Int?
    ) -> [(node: Int, place: Place)] {
        let slash = isStrict ? pattern.endsInSlash : nil
        var node = 0
        var places: [(node: Int, place: Place)] = []
        for segment in pattern.segments {
            switch segment {
            case .rest: return [(node, Place(kind: .rest, slash: slash))]
            case .optional: places.append((node, Place(kind: .optional, slash: slash)))
            case .literal, .composed, .parameter, .star: break
            }
            guard let next = child(node, segment) else { return places }
            node = next
        }
        return places + [(node, Place(kind: .path, slash: slash))]
    }

    private func child(of node: Int, _ segment: PatternSegment) -> Int? {
        switch segment {
        case .literal(let text): return nodes[node].literals[ByteText(text)]
        case .star: return nodes[node].star
        case .composed, .parameter, .optional, .rest:
            guard let pieces = segment.typedPieces else { return nodes[node].parameter }
            let rank = PatternRank(pieces)
            return nodes[node].composed[ByteText(pieces.leadingText)]?.first { $0.rank == rank }?.node
        }
    }

    private mutating func makeChild(of node: Int, _ segment: PatternSegment) -> Int {
        if let existing = child(of: node, segment) { return existing }
        let new = nodes.count
        nodes.append(Node())
        switch segment {
        case .literal(let text): nodes[node].literals[ByteText(text)] = new
        case .star: nodes[node].star = new
        case .composed, .parameter, .optional, .rest:
            guard let pieces = segment.typedPieces else {
                nodes[node].parameter = new
                return new
            }
            nodes[node].composed[ByteText(pieces.leadingText), default: []]
                .append(Composed(pieces: pieces, rank: PatternRank(pieces), node: new))
            let length = pieces.leadingText.utf8.count
            if !nodes[node].leadingLengths.contains(length) { nodes[node].leadingLengths.append(length) }
        }
        return new
    }

    /// Passes each route whose pattern matches a path to a closure, best first, until the closure returns false.
    func search(_ path: [String], endsInSlash: Bool, _ take: (Int) -> Bool) {
        _ = visit(0, path, from: 0, endsInSlash, take)
    }

    /// Visits a node and all nodes below, with the segments from one index on. No search visits a node twice, whatever
    /// the URL.
    private func visit(
        _ index: Int, _ path: [String], from first: Int, _ endsInSlash: Bool, _ take: (Int) -> Bool
    ) -> Bool {
        // By index, so that no node is copied.
        if first < path.count {
            let segment = path[first]
            func visit(_ next: Int) -> Bool { self.visit(next, path, from: first + 1, endsInSlash, take) }
            if let next = nodes[index].literals[ByteText(segment)], !visit(next) { return false }
            if !nodes[index].leadingLengths.isEmpty {
                for next in nodes[index].composedNodes(after: segment) where !visit(next) { return false }
            }
            if let next = nodes[index].parameter, !visit(next) { return false }
            if let next = nodes[index].star, !visit(next) { return false }
        }
        for end in nodes[index].ends where end.place.slash ?? endsInSlash == endsInSlash {
            let isEnd = end.place.kind == .rest ? first < path.count || endsInSlash : first == path.count
            guard !isEnd || take(end.route) else { return false }
        }
        return true
    }
}

extension PatternSegment {
    /// The pieces of a segment that matches only some texts; nil for a plain parameter and all other segments.
    fileprivate var typedPieces: [Piece]? {
        switch self {
        case .composed(let pieces): pieces
        case .optional(_, let type) where type != .text: [.parameter("", type)]
        case .optional, .literal, .parameter, .star, .rest: nil
        }
    }
}

extension [PatternSegment.Piece] {
    /// The text with which a segment must begin.
    fileprivate var leadingText: String { if case .text(let text)? = first { text } else { "" } }
}

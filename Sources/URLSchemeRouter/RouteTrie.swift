import QueryCoding

/// The patterns of one scope, a level for each segment. Literals are hashed, so that looking up is as fast among many
/// routes as among few.
struct RouteTrie: Sendable {
    private var nodes = [Node()]

    private struct Node: Sendable {
        var literals: [Literal: Int] = [:]
        /// Kept in the order in which they are tried.
        var composed: [(pieces: [PatternSegment.Piece], node: Int)] = []
        var parameter: Int?
        var star: Int?
        /// The routes that end here, the strict ones first.
        var ends: [End] = []
        /// The routes whose last segment is optional and missing here.
        var optionalEnds: [End] = []
        var rests: [End] = []
    }

    /// A route's end, and the trailing slash that it insists on.
    private struct End: Sendable {
        var entry: Int
        var slash: Bool?
    }

    /// Compares and hashes by bytes; `String` would merge canonically equivalent literals.
    private struct Literal: Hashable, Sendable {
        let text: String

        static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

        func hash(into hasher: inout Hasher) {
            var copy = text
            copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Adds a pattern, or returns the entry that it ties with.
    mutating func add(_ pattern: RoutePattern, entry: Int, isStrict: Bool) -> Int? {
        var node = 0
        let end = End(entry: entry, slash: isStrict ? pattern.endsInSlash : nil)
        for segment in pattern.segments {
            switch segment {
            case .literal(let text): node = child(of: node, \.literals[Literal(text: text)])
            case .parameter: node = child(of: node, \.parameter)
            case .star: node = child(of: node, \.star)
            case .composed(let pieces): node = composedChild(of: node, pieces)
            case .optional(_, let type):
                if let tie = insert(end, at: node, \.optionalEnds) { return tie }
                node = type == .text ? child(of: node, \.parameter) : composedChild(of: node, [.parameter("", type)])
            case .rest: return insert(end, at: node, \.rests)
            }
        }
        return insert(end, at: node, \.ends)
    }

    private mutating func child(of node: Int, _ path: WritableKeyPath<Node, Int?>) -> Int {
        if let existing = nodes[node][keyPath: path] { return existing }
        nodes.append(Node())
        nodes[node][keyPath: path] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func composedChild(of node: Int, _ pieces: [PatternSegment.Piece]) -> Int {
        guard case .composed(let shape) = PatternSegment.composed(pieces).shape else { return node }
        if let existing = nodes[node].composed.first(where: { $0.pieces == shape }) { return existing.node }
        nodes.append(Node())
        nodes[node].composed.append((shape, nodes.count - 1))
        // More text is more specific; the rest only makes the order the same however the routes were declared.
        nodes[node].composed.sort { left, right in
            if left.pieces.textLength != right.pieces.textLength { return left.pieces.textLength > right.pieces.textLength }
            return "\(left.pieces)" < "\(right.pieces)"
        }
        return nodes.count - 1
    }

    private mutating func insert(_ end: End, at node: Int, _ path: WritableKeyPath<Node, [End]>) -> Int? {
        if let tie = nodes[node][keyPath: path].first(where: { $0.slash == end.slash }) { return tie.entry }
        nodes[node][keyPath: path].append(end)
        nodes[node][keyPath: path].sort { $0.slash != nil && $1.slash == nil }
        return nil
    }

    /// The entries whose patterns match, the best first, at most `limit` of them.
    func search(_ segments: [String], endsInSlash: Bool, limit: Int) -> [Hit] {
        var search = Search(segments: segments, endsInSlash: endsInSlash, limit: limit)
        visit(0, depth: 0, values: [], &search)
        return search.hits
    }

    /// A pattern that matched, with the values of its parameters in the order of their names.
    struct Hit: Sendable {
        let entry: Int
        let values: [String]
        /// The segments that `**` took; nil if the pattern has none.
        let rest: [String]?
    }

    private struct Search {
        let segments: [String]
        let endsInSlash: Bool
        let limit: Int
        var hits: [Hit] = []
        var isDone: Bool { hits.count >= limit }
    }

    private func visit(_ index: Int, depth: Int, values: [String], _ search: inout Search) {
        let node = nodes[index]
        if depth == search.segments.count {
            for end in node.ends + node.optionalEnds where end.slash ?? search.endsInSlash == search.endsInSlash {
                search.hits.append(Hit(entry: end.entry, values: values, rest: nil))
            }
        } else {
            let segment = search.segments[depth]
            if let next = node.literals[Literal(text: segment)] { visit(next, depth: depth + 1, values: values, &search) }
            for (pieces, next) in node.composed where !search.isDone {
                guard let bound = pieces.match(segment) else { continue }
                visit(next, depth: depth + 1, values: values + bound, &search)
            }
            if let next = node.parameter, !search.isDone {
                visit(next, depth: depth + 1, values: values + [segment], &search)
            }
            if let next = node.star, !search.isDone { visit(next, depth: depth + 1, values: values, &search) }
        }
        guard !search.isDone, depth < search.segments.count || search.endsInSlash else { return }
        for end in node.rests where end.slash ?? search.endsInSlash == search.endsInSlash {
            search.hits.append(Hit(entry: end.entry, values: values, rest: Array(search.segments[depth...])))
        }
    }
}

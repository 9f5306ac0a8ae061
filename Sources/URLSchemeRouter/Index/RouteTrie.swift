import QueryCoding

/// The patterns of all scopes, with one level for each segment. Literals are hashed, so that the number of routes does
/// not affect the look-up time.
///
/// Each scope has a root node. Nodes and routes are numbers, so that a search copies nothing.
struct RouteTrie: Sendable {
    private var nodes = ChunkedArray<Node>()
    /// The nodes after literals, in the space of the node before them.
    private var literals = ByteStringMap()
    private var extras = ChunkedArray<Extras>()
    /// The groups of composed segments that begin with the same text, in the space of the node before them.
    private var leadingTexts = ByteStringMap()
    private var groups = ChunkedArray<[Composed]>()

    /// The continuations of the segments that lead to a node.
    private struct Node: Sendable {
        var hasLiterals = false
        var parameter: Int32?
        var star: Int32?
        /// The route that ends here, unless the route is strict.
        var end: Int32?
        /// The index of the node's extras, which few nodes have.
        var extras: Int32?
    }

    private struct Extras: Sendable {
        /// The lengths of the texts with which composed segments begin, each once; 0 for an initial parameter.
        var leadingLengths: [Int] = []
        var strictEnds = Ends()
        /// The routes that end here if their optional last segment is missing.
        var optionalEnds = Ends()
        var rests = Ends()
    }

    /// A composed segment. The segments of a group are sorted by rank, the order in which they are tried.
    private struct Composed: Sendable {
        let pieces: [PatternSegment.Piece]
        let rank: PatternRank
        let node: Int32
    }

    /// The routes that end at one node, by the trailing slash that they require; nil if they are not strict.
    private struct Ends: Sendable {
        private var withSlash: Int32?
        private var withoutSlash: Int32?
        private var either: Int32?

        subscript(slash: Bool?) -> Int32? {
            get { slash.map { $0 ? withSlash : withoutSlash } ?? either }
            set {
                switch slash {
                case true?: withSlash = newValue
                case false?: withoutSlash = newValue
                case nil: either = newValue
                }
            }
        }

        /// Adds the matching strict route, then the route that is not strict.
        func match(endsInSlash: Bool, _ hits: inout RouteHits) {
            if let strict = endsInSlash ? withSlash : withoutSlash { hits.append(strict) }
            if let either { hits.append(either) }
        }
    }

    /// Adds the root of a scope.
    mutating func addRoot() -> Int32 {
        nodes.append(Node())
        return Int32(nodes.count - 1)
    }

    /// The node after the longest run of a pattern's leading literals that the trie already has.
    struct Start {
        fileprivate var node: Int32
        /// The number of literals that have a node.
        fileprivate var count = 0
    }

    func start(of pattern: RoutePattern, below root: Int32) -> Start {
        var start = Start(node: root)
        for text in pattern.leadingLiterals {
            guard let node = literals.number(of: text, in: start.node) else { break }
            start = Start(node: node, count: start.count + 1)
        }
        return start
    }

    /// Returns the route that answers the same URLs as a pattern, or nil.
    func tie(from start: Start, with pattern: RoutePattern, isStrict: Bool) -> Int32? {
        guard start.count == pattern.leadingLiterals.count else { return nil }
        var node = Int(start.node)
        let slash = isStrict ? pattern.endsInSlash : nil
        for segment in pattern.otherSegments {
            let next: Int32?
            switch segment {
            case .literal(let text): next = literals.number(of: text, in: Int32(node))
            case .parameter: next = nodes[node].parameter
            case .star: next = nodes[node].star
            case .composed(let pieces): next = composedPlace(at: node, pieces, PatternRank(pieces)).existing
            case .optional(_, let type):
                if let route = extras(of: node)?.optionalEnds[slash] { return route }
                let pieces = [PatternSegment.Piece.parameter("", type)]
                next =
                    type == .text
                    ? nodes[node].parameter : composedPlace(at: node, pieces, PatternRank(pieces)).existing
            case .rest: return extras(of: node)?.rests[slash]
            }
            guard let next else { return nil }
            node = Int(next)
        }
        return slash == nil ? nodes[node].end : extras(of: node)?.strictEnds[slash]
    }

    /// Adds a pattern, which must not tie with another.
    mutating func add(_ pattern: RoutePattern, from start: Start, route: Int32, isStrict: Bool) {
        var node = Int(start.node)
        let slash = isStrict ? pattern.endsInSlash : nil
        for text in pattern.leadingLiterals[start.count...] { node = addLiteral(text, to: node) }
        for segment in pattern.otherSegments {
            switch segment {
            case .literal(let text):
                let existing = literals.number(of: text, in: Int32(node)).map { Int($0) }
                node = existing ?? addLiteral(text, to: node)
            case .parameter: node = child(of: node, \.parameter)
            case .star: node = child(of: node, \.star)
            case .composed(let pieces): node = composedChild(of: node, pieces)
            case .optional(_, let type):
                updateExtras(of: node) { $0.optionalEnds[slash] = route }
                node = type == .text ? child(of: node, \.parameter) : composedChild(of: node, [.parameter("", type)])
            case .rest:
                updateExtras(of: node) { $0.rests[slash] = route }
                return
            }
        }
        if slash == nil {
            nodes.update(node) { $0.end = route }
        } else {
            updateExtras(of: node) { $0.strictEnds[slash] = route }
        }
    }

    private func extras(of node: Int) -> Extras? { nodes[node].extras.map { extras[Int($0)] } }

    private mutating func updateExtras(of node: Int, _ change: (inout Extras) -> Void) {
        if let index = nodes[node].extras { return extras.update(Int(index), change) }
        var new = Extras()
        change(&new)
        let index = Int32(extras.count)
        extras.append(new)
        nodes.update(node) { $0.extras = index }
    }

    private mutating func addLiteral(_ text: String, to node: Int) -> Int {
        let new = addRoot()
        nodes.update(node) { $0.hasLiterals = true }
        literals.insert(text, in: Int32(node), number: new)
        return Int(new)
    }

    private mutating func child(of node: Int, _ path: WritableKeyPath<Node, Int32?>) -> Int {
        if let existing = nodes[node][keyPath: path] { return Int(existing) }
        let new = addRoot()
        nodes.update(node) { $0[keyPath: path] = new }
        return Int(new)
    }

    private mutating func composedChild(of node: Int, _ pieces: [PatternSegment.Piece]) -> Int {
        let rank = PatternRank(pieces)
        let place = composedPlace(at: node, pieces, rank)
        if let existing = place.existing { return Int(existing) }
        let new = addRoot()
        var group = place.group
        if group == nil {
            group = Int32(groups.count)
            groups.append([])
            leadingTexts.insert(pieces.leadingText, in: Int32(node), number: Int32(groups.count - 1))
            let length = pieces.leadingText.utf8.count
            updateExtras(of: node) { if !$0.leadingLengths.contains(length) { $0.leadingLengths.append(length) } }
        }
        if let group {
            groups.update(Int(group)) { $0.insert(Composed(pieces: pieces, rank: rank, node: new), at: place.index) }
        }
        return Int(new)
    }

    /// Returns the group and the child node of a composed segment, if they exist, and its index in the group by rank.
    private func composedPlace(
        at node: Int, _ pieces: [PatternSegment.Piece], _ rank: PatternRank
    ) -> (group: Int32?, index: Int, existing: Int32?) {
        guard let number = leadingTexts.number(of: pieces.leadingText, in: Int32(node)) else { return (nil, 0, nil) }
        let group = groups[Int(number)]
        var (low, high) = (0, group.count)
        while low < high {
            let middle = (low + high) / 2
            if group[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        guard low < group.count, group[low].rank == rank else { return (number, low, nil) }
        return (number, low, group[low].node)
    }

    /// Adds the routes whose patterns match the path from a place on, best first, until there are enough.
    func search(_ path: some MatchedPath, from place: Int, below root: Int32, _ hits: inout RouteHits) {
        visit(Int(root), place, path, &hits)
    }

    /// Visits a node and all nodes below. The trie is a tree, so a search visits no node twice, whatever the URL.
    private func visit<Path: MatchedPath>(_ index: Int, _ place: Int, _ path: Path, _ hits: inout RouteHits) {
        let node = nodes[index]
        let segment = path.segment(from: place)
        if let segment {
            let next = segment.upperBound
            if node.hasLiterals, let node = path.withSegment(segment, { literals.number(of: $0, in: Int32(index)) }) {
                visit(Int(node), next, path, &hits)
            }
            if !hits.isFull, let more = node.extras {
                let composed = path.withSegment(segment) { self.composed(Int(more), index, matching: $0) }
                for node in composed where !hits.isFull { visit(Int(node), next, path, &hits) }
            }
            if !hits.isFull, let node = node.parameter { visit(Int(node), next, path, &hits) }
            if !hits.isFull, let node = node.star { visit(Int(node), next, path, &hits) }
        } else {
            if let more = node.extras { extras[Int(more)].strictEnds.match(endsInSlash: path.endsInSlash, &hits) }
            if let end = node.end { hits.append(end) }
            if let more = node.extras { extras[Int(more)].optionalEnds.match(endsInSlash: path.endsInSlash, &hits) }
        }
        guard !hits.isFull, let more = node.extras, segment != nil || path.endsInSlash else { return }
        extras[Int(more)].rests.match(endsInSlash: path.endsInSlash, &hits)
    }

    /// Returns the nodes after the composed segments that match, in the order of their ranks.
    private func composed(_ more: Int, _ index: Int, matching bytes: Span<UInt8>) -> [Int32] {
        var found: [Composed] = []
        for length in extras[more].leadingLengths where length < bytes.count {
            guard let group = leadingTexts.number(of: bytes.extracting(first: length), in: Int32(index)) else {
                continue
            }
            let segment = String(decoding: bytes)
            for composed in groups[Int(group)] where composed.pieces.match(segment) != nil { found.append(composed) }
        }
        if found.count > 1 { found.sort { $0.rank < $1.rank } }
        return found.map(\.node)
    }
}

extension [PatternSegment.Piece] {
    /// The text with which a segment must begin.
    fileprivate var leadingText: String { if case .text(let text)? = first { text } else { "" } }
}

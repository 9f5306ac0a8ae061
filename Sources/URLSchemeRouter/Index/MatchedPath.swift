public import XCallbackURL

/// The segments of a URL that patterns are compared with.
@usableFromInline package struct MatchedPath: Sendable {
    /// The authority, if it is the first segment.
    private let first: String?
    private let rest: [String]
    let endsInSlash: Bool

    fileprivate init(first: String?, rest: [String], endsInSlash: Bool) {
        self.first = first
        self.rest = rest
        self.endsInSlash = endsInSlash
    }

    var count: Int { rest.count + (first == nil ? 0 : 1) }

    subscript(index: Int) -> String {
        guard let first else { return rest[index] }
        return index == 0 ? first : rest[index - 1]
    }
}

extension XCallbackURL {
    /// Returns the segments of the URL.
    /// - Parameter dropsAuthority: Whether to leave out an authority that counts as the first segment.
    @usableFromInline package func matchedPath(dropsAuthority: Bool = false) -> MatchedPath {
        var first: String?
        if case .segment(let authority) = authority, !dropsAuthority { first = authority }
        return MatchedPath(first: first, rest: path, endsInSlash: endsInSlash)
    }
}

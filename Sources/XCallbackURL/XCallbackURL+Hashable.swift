import QueryCoding

extension XCallbackURL: Hashable {
    /// Compares the bytes of paths and texts; `String` would treat canonically equivalent texts as equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.scheme == right.scheme && left.authority == right.authority && left.endsInSlash == right.endsInSlash
            && left.path.elementsEqual(right.path) { $0.hasSameBytes(as: $1) }
            && left.parameters == right.parameters && left.callbacks == right.callbacks
            && left.reserved == right.reserved && left.exactTexts == right.exactTexts
    }

    /// Hashes the scheme, the authority, the path, the parameters and the callbacks.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(authority)
        hasher.combine(path)
        hasher.combine(parameters)
        hasher.combine(callbacks)
    }

    /// The source, the fragment and the opaque part as parameters, which compare by bytes.
    private var exactTexts: [QueryParameter] {
        let fragment = fragment.map { (try? PercentCoding.decode(Array($0.utf8)[...])) ?? $0 }
        return [source, fragment, opaquePart].map { QueryParameter("", $0) }
    }
}

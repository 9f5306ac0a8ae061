import QueryCoding

extension XCallbackURL: Hashable {
    /// Compares paths and texts byte for byte, where `String` would hold canonically equivalent ones equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.scheme == right.scheme && left.authority == right.authority && left.endsInSlash == right.endsInSlash
            && left.path.elementsEqual(right.path) { $0.hasSameBytes(as: $1) }
            && left.parameters == right.parameters && left.callbacks == right.callbacks
            && left.reserved == right.reserved && left.exactTexts == right.exactTexts
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(authority)
        hasher.combine(path)
        hasher.combine(parameters)
        hasher.combine(callbacks)
    }

    /// The texts beside the path, as parameters are compared.
    private var exactTexts: [QueryParameter] { [QueryParameter("", source), QueryParameter("", fragment)] }
}

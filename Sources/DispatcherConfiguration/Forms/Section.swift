/// A mapping in a file, after a table has read it.
struct Section {
    let location: SourceLocation
    let entries: [YAMLNode.Entry]
    /// The one key that the mapping has of a set of exclusive keys; nil if the mapping has no such key, or several.
    var choice: String?

    func contains<Model>(_ key: Key<Model>) -> Bool { index(of: key) != nil }

    /// Returns the place of a key, or the place of the mapping if the key is absent.
    func location<Model>(of key: Key<Model>) -> SourceLocation {
        index(of: key).map { entries[$0].key.location } ?? location
    }

    /// Returns the place of the first of the keys that the mapping has.
    func location<Model, Other>(of key: Key<Model>, or other: Key<Other>) -> SourceLocation {
        contains(key) ? location(of: key) : location(of: other)
    }

    /// Returns the keys of the mapping that is the value of a key; no keys if the value is not a mapping.
    func keys<Model>(in key: Key<Model>) -> [LocatedText] {
        guard let index = index(of: key), case .mapping(let inner) = entries[index].value.content else { return [] }
        return inner.map(\.key)
    }

    private func index<Model>(of key: Key<Model>) -> Int? { entries.firstIndex { $0.key.text == key.name } }
}

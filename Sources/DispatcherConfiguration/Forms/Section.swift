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

    func value<Model>(of key: Key<Model>) -> YAMLNode? { index(of: key).map { entries[$0].value } }

    private func index<Model>(of key: Key<Model>) -> Int? { entries.firstIndex { $0.key.text == key.name } }
}

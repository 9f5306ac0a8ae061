/// A mapping of a file that a table has read.
struct Section {
    let location: SourceLocation
    let entries: [YAMLNode.Entry]
    /// The key that the mapping has of those that exclude each other; nil if the mapping has none or several of these.
    var choice: String?

    func contains<Model>(_ key: Key<Model>) -> Bool { index(of: key) != nil }

    /// The place of a key; the place of the mapping if the key is absent.
    func location<Model>(of key: Key<Model>) -> SourceLocation {
        index(of: key).map { entries[$0].key.location } ?? location
    }

    func value<Model>(of key: Key<Model>) -> YAMLNode? { index(of: key).map { entries[$0].value } }

    private func index<Model>(of key: Key<Model>) -> Int? { entries.firstIndex { $0.key.text == key.name } }
}

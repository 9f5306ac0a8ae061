/// A mapping of a file that a table has read.
struct Section {
    let location: SourceLocation
    let entries: [YAMLNode.Entry]
    /// The one key of which the mapping must have exactly one; nil if there are none or several.
    var choice: String?

    func contains<Model>(_ key: Key<Model>) -> Bool { index(of: key) != nil }

    /// The place of a key; that of the mapping if the key is absent.
    func location<Model>(of key: Key<Model>) -> SourceLocation {
        index(of: key).map { entries[$0].key.location } ?? location
    }

    func value<Model>(of key: Key<Model>) -> YAMLNode? { index(of: key).map { entries[$0].value } }

    private func index<Model>(of key: Key<Model>) -> Int? { entries.firstIndex { $0.key.text == key.name } }
}

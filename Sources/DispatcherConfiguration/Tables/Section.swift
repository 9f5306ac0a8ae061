/// A mapping of a file that a table has read.
struct Section {
    let location: SourceLocation
    let entries: [YAMLNode.Entry]
    /// The one key of which the mapping must have exactly one; nil if there are none or several.
    var choice: String?

    func contains<Model>(_ key: Key<Model>) -> Bool { entry(key) != nil }

    /// The place of a key; that of the mapping if the key is absent.
    func location<Model>(of key: Key<Model>) -> SourceLocation { entry(key)?.key.location ?? location }

    func value<Model>(of key: Key<Model>) -> YAMLNode? { entry(key)?.value }

    private func entry<Model>(_ key: Key<Model>) -> YAMLNode.Entry? { entries.first { $0.key.text == key.name } }
}

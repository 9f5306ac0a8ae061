/// A key of a mapping in a file.
package struct KeyDefinition: Sendable {
    package let name: String
    package let value: KeyValue
    /// The value of an absent key, as a file writes it; nil if there is none.
    package let standard: String?
    package let isRequired: Bool
    /// The keys of which a mapping with this key has one; empty if it goes with all.
    private(set) var needs: [String]
    /// What the key does, in sentences.
    package let meaning: String
    /// Lines of the file's settings, of its head, or of a route, in which the key appears.
    package let example: String

    init(
        _ name: String, _ value: KeyValue, standard: String? = nil, isRequired: Bool = false, needs: [String] = [],
        _ meaning: String, example: String
    ) {
        self.name = name
        self.value = value
        self.standard = standard
        self.isRequired = isRequired
        self.needs = needs
        self.meaning = meaning
        self.example = example
    }

    /// The key as one that goes only with one of others.
    func needing(_ others: [String]) -> KeyDefinition {
        var key = self
        key.needs = others
        return key
    }
}

import QueryCoding

/// What the manual and the schema say about a key.
package struct KeyDefinition: Sendable {
    package let name: String
    /// What the value must be.
    package let expectation: String
    let schema: @Sendable () -> QueryValue
    /// The value of an absent key, as a file writes it; nil if there is none.
    package var standard: String?
    var isRequired = false
    /// What other formats call the key, in lower case, without dashes and underscores, with spaces between the names.
    var aliases = ""
    /// What the key does, in sentences.
    package private(set) var meaning: String
    /// What else the mapping has in the example.
    var companions = ""
    /// A value. In the manual, lines of config.yaml, of the head of a file, or of a route, in which the key appears.
    package private(set) var example: String

    /// The key with the rules about it in its meaning, and its example in a frame.
    func with(_ rules: [String], _ frame: ExampleFrame) -> KeyDefinition {
        var key = self
        key.example = frame.text("\(name): \(example)", with: companions)
        if isRequired { key.meaning += " Required." }
        for rule in rules { key.meaning += " It \(rule)." }
        return key
    }
}

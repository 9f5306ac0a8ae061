import QueryCoding

/// The description of a key in the manual and in the schema.
package struct KeyDefinition: Sendable {
    package let name: String
    /// The requirement for the value.
    package let expectation: String
    let schema: @Sendable () -> QueryValue
    /// The default value as a file writes it; nil if the key has no default.
    package var standard: String?
    var isRequired = false
    /// The names of the key in other formats: in lower case, without dashes and underscores, separated by spaces.
    var aliases = ""
    /// The effect of the key, in sentences.
    package private(set) var meaning: String
    /// The other keys of the mapping in the example.
    var companions = ""
    /// An example value; after ``with(_:_:)``, the lines that the manual shows: the key with this value in config.yaml,
    /// in the head of a file of routes, or in a route.
    package private(set) var example: String

    /// Returns the definition with the rule of the key added to the meaning, and with the example in a frame.
    func with(_ rule: String?, _ frame: ExampleFrame) -> KeyDefinition {
        var key = self
        key.example = frame.text("\(name): \(example)", with: companions)
        if isRequired { key.meaning += " Required." }
        if let rule { key.meaning += " The key \(rule)." }
        return key
    }
}

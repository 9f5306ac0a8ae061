/// A field of a route's input or output: `{"name":"title","type":"line","optional":true,"default":"…"}`.
package struct ListedField: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case name, type, separator
        case isOptional = "optional"
        case defaultValue = "default"
        case choices = "one-of"
        case least = "min"
        case greatest = "max"
        case pattern
        case isSecret = "secret"
        case description, schemes
    }

    package var name: String
    package var type: String
    package var isOptional: Bool
    /// The default value; nil if the field has no default.
    package var defaultValue: JSONValue?
    /// The separator of an array's items in one text; nil for any other field.
    package var separator: String?
    /// The permitted values; nil for any value.
    package var choices: [String]?
    package var least: JSONValue?
    package var greatest: JSONValue?
    /// The regular expression that the field's text must match.
    package var pattern: String?
    /// True for a field that records must not show; nil for any other field.
    package var isSecret: Bool?
    /// What the value means, for a model.
    package var description: String?
    /// The schemes that a URL may have from the desktop or agent socket; nil for a field that is no URL.
    package var schemes: [String]?

    package init(name: String, type: String, isOptional: Bool) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
    }
}

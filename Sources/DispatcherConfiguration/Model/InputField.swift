package import QueryCoding
package import URLSchemeRouter

/// A declared parameter.
package struct InputField: Sendable, Hashable {
    package var name: String
    package var type: InputType
    package var isOptional = false
    package var isArray = false
    /// What separates the items of an array in one text; nil for an array whose items are parameters of their own.
    package var separator: ItemSeparator?
    /// The value if the URL has none.
    package var defaultValue: QueryValue?
    /// The schemes of a URL.
    package var schemes = URLSchemes.standard
    /// Whether a path names an entry to make, rename or remove in its folder, rather than a file to open.
    package var isEntry = false
    /// Whether its value is left out of logs, history and prompts.
    package var isSecret = false
}

/// The type of a parameter's text.
package enum InputType: Sendable, Hashable {
    /// Any text, also with several lines.
    case string
    /// A text without a line break.
    case line
    /// A text, or one line, that a regular expression matches as a whole.
    case matching(TextPattern, isLine: Bool)
    case int(min: Int?, max: Int?)
    case number(min: Double?, max: Double?)
    case bool
    /// True for all texts but `false` and the empty one.
    case truthy
    case oneOf([String])
    /// A relative path below a folder.
    case path(under: String)
    /// ISO 8601; the text is passed on as it was given, as are the texts of the next three.
    case date
    case uuid
    /// An absolute URL.
    case url
    /// Base64 or base64url.
    case base64
}

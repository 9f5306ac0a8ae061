import URLSchemeRouter

/// The options of an input as a file has them.
struct InputDraft {
    var typeNode: YAMLNode?
    var choices: [String]?
    var min: LocatedText?
    var max: LocatedText?
    var pattern: TextPattern?
    var defaultValue: YAMLNode?
    var isSecret = false
    var folder: String?
    var isEntry = false
    var schemes: URLSchemes?
    var separator: ItemSeparator?
    /// The field of the type alone; nil until it is known, and after a mistake in it.
    var field: InputField?
}

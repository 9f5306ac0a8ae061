/// A step of the parser: a text, the start or the end of a list or of a mapping, or one of the document around them.
struct YAMLEvent {
    enum Content {
        /// Plain is a text without quotes that is no block.
        case text(String, isPlain: Bool)
        case list
        case mapping
        /// The end of a list or of a mapping.
        case end
        /// The name of an anchor, whose value is meant.
        case alias(String)
        case documentStart
        case streamEnd
        /// Any other step.
        case other
    }

    let content: Content
    let mark: YAMLMark
    /// The name that an alias may use.
    let anchor: String?
    /// The tag with its prefix: `tag:yaml.org,2002:str` for `!!str`.
    let tag: String?
}

/// A place in a text. Lines and columns count from 1; columns and the offset from the start count Unicode scalars.
struct YAMLMark {
    let line: Int
    let column: Int
    let offset: Int
}

/// A text that is not YAML.
struct YAMLSyntaxError: Error {
    /// The parser's words.
    let problem: String
    /// Nil if the parser names no place.
    let mark: YAMLMark?
}

/// An event of the parser: a text, or the start or the end of a list, a mapping or the document.
struct YAMLEvent {
    enum Content {
        /// A text. `isPlain` is true for a text without quotes that is not a block.
        case text(String, isPlain: Bool)
        case list
        case mapping
        /// The end of a list or of a mapping.
        case end
        /// The name of an anchor whose value the alias repeats.
        case alias(String)
        case documentStart
        case streamEnd
        /// Any other event.
        case other
    }

    let content: Content
    let location: SourceLocation
    /// The name of the value's anchor, to which an alias may refer.
    let anchor: String?
    /// The tag with its prefix: `tag:yaml.org,2002:str` for `!!str`.
    let tag: String?
}

import QueryCoding
import SystemYAML

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

    /// Copies the values to which the libyaml event points.
    init(_ event: yaml_event_t, in text: SourceText) {
        var (anchor, tag): (UnsafeMutablePointer<yaml_char_t>?, UnsafeMutablePointer<yaml_char_t>?)
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            (anchor, tag) = (scalar.anchor, scalar.tag)
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            content = .text(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        case YAML_SEQUENCE_START_EVENT:
            (anchor, tag) = (event.data.sequence_start.anchor, event.data.sequence_start.tag)
            content = .list
        case YAML_MAPPING_START_EVENT:
            (anchor, tag) = (event.data.mapping_start.anchor, event.data.mapping_start.tag)
            content = .mapping
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: content = .end
        case YAML_ALIAS_EVENT: content = .alias(String(cString: event.data.alias.anchor))
        case YAML_DOCUMENT_START_EVENT: content = .documentStart
        case YAML_STREAM_END_EVENT: content = .streamEnd
        default: content = .other
        }
        location = text.location(of: event.start_mark)
        self.anchor = anchor.map { String(cString: $0) }
        self.tag = tag.map { String(cString: $0) }
    }
}

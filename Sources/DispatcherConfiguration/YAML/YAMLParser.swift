import QueryCoding
// libyaml. The package Yams contains a copy of libyaml, but depends on all of Foundation, and its nodes would make
// parsing take five times as long as the library itself.
import SystemYAML

/// Parses a text with libyaml. This file contains all memory accesses that Swift does not check: the parser points into
/// the text and into itself, so both stay in one place until the end.
struct YAMLParser: ~Copyable {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let text: UnsafeMutableBufferPointer<UInt8>
    /// The number of lists and mappings that are still open.
    private var depth = 0
    /// The maximum depth, more than any configuration needs. Each level costs stack, and the parser examines all open
    /// levels for each next token.
    private static let deepest = 100

    /// - Parameter bytes: The text in UTF-8.
    init(_ bytes: [UInt8]) throws(YAMLSyntaxError) {
        text = .allocate(capacity: bytes.count)
        _ = text.initialize(from: bytes)
        // After a failure the parser is all zeros, which may be deleted.
        guard yaml_parser_initialize(parser) == 1 else { throw Self.failure }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// Returns the next event.
    mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error }
        defer { yaml_event_delete(&event) }
        let step = YAMLEvent(event)
        switch step.content {
        case .list, .mapping:
            guard depth < Self.deepest else {
                throw YAMLSyntaxError(problem: "found more than \(Self.deepest) levels of nesting", mark: step.mark)
            }
            depth += 1
        case .end: depth -= 1
        default: break
        }
        return step
    }

    private static var failure: YAMLSyntaxError { YAMLSyntaxError(problem: "the file cannot be parsed", mark: nil) }

    /// The error of the last event.
    private var error: YAMLSyntaxError {
        guard let problem = parser.pointee.problem.map({ String(cString: $0) }) else { return Self.failure }
        switch parser.pointee.error {
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            let context = parser.pointee.context.map { String(cString: $0) + " " } ?? ""
            return YAMLSyntaxError(problem: context + problem, mark: YAMLMark(parser.pointee.problem_mark))
        case YAML_READER_ERROR: return YAMLSyntaxError(problem: problem, mark: nil)
        default: return Self.failure
        }
    }
}

extension YAMLEvent {
    /// Copies the values to which the libyaml event points.
    fileprivate init(_ event: yaml_event_t) {
        var (anchor, tag): (UnsafeMutablePointer<yaml_char_t>?, UnsafeMutablePointer<yaml_char_t>?)
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            (anchor, tag) = (scalar.anchor, scalar.tag)
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length).span)
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
        mark = YAMLMark(event.start_mark)
        self.anchor = anchor.map { String(cString: $0) }
        self.tag = tag.map { String(cString: $0) }
    }
}

extension YAMLMark {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1, offset: Int(mark.index))
    }
}

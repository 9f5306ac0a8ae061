import QueryCoding
// libyaml. The package Yams contains a copy of libyaml, but depends on all of Foundation, and its nodes would make
// parsing take five times as long as the library itself.
import SystemYAML

/// Parses a text with libyaml. This file contains all memory accesses that Swift does not check: the parser points into
/// the text and into itself, so both stay in one place until the end.
struct YAMLParser: ~Copyable {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let text: SourceText
    /// The number of lists and mappings that are still open.
    private var depth = 0
    /// The maximum depth, more than any configuration needs. Each level costs stack, and the parser examines all open
    /// levels for each next token.
    private static let deepest = 100

    /// - Parameter text: The text in UTF-8.
    init(_ text: SourceText) throws(Diagnostic) {
        self.text = text
        bytes = .allocate(capacity: text.bytes.count)
        _ = bytes.initialize(from: text.bytes)
        // After a failure the parser is all zeros, which may be deleted.
        guard yaml_parser_initialize(parser) == 1 else { throw text.syntaxError(Self.failure) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// Returns the next event.
    mutating func next() throws(Diagnostic) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error }
        defer { yaml_event_delete(&event) }
        let step = YAMLEvent(event, in: text)
        switch step.content {
        case .list, .mapping:
            guard depth < Self.deepest else {
                throw text.syntaxError("found more than \(Self.deepest) levels of nesting", at: step.location)
            }
            depth += 1
        case .end: depth -= 1
        default: break
        }
        return step
    }

    private static let failure = "the file cannot be parsed"

    /// The error of the last event. An error without a place gets the start of the file.
    private var error: Diagnostic {
        guard let problem = parser.pointee.problem.map({ String(cString: $0) }) else {
            return text.syntaxError(Self.failure)
        }
        switch parser.pointee.error {
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            let context = parser.pointee.context.map { String(cString: $0) + " " } ?? ""
            var mark = parser.pointee.problem_mark
            let message = SyntaxHint.message(context + problem, at: text.character(at: Int(mark.index)))
            // The parser goes on to the next lines after a bracket, a quote or a key that lacks its end.
            let isOpen = ["flow", "quoted scalar", "simple key"].contains { context.contains($0) }
            if isOpen, parser.pointee.context_mark.line < mark.line { mark = parser.pointee.context_mark }
            return text.syntaxError(message, at: text.location(of: mark))
        case YAML_READER_ERROR: return text.syntaxError(problem)
        default: return text.syntaxError(Self.failure)
        }
    }
}

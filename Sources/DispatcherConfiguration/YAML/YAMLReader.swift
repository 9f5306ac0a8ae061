import Yams

/// Parses the text of a file. A syntax error or a duplicate key ends the parsing. Anchors, aliases and tags are
/// mistakes.
struct YAMLReader {
    private let file: String
    private let lines: LineTable
    private let diagnostics: Diagnostics

    /// Returns the content of the file; nil if it is empty, or if it cannot be parsed, which is a mistake.
    static func read(_ bytes: [UInt8], file: String, diagnostics: Diagnostics) -> YAMLNode? {
        YAMLReader(file: file, lines: LineTable(bytes), diagnostics: diagnostics).read(bytes)
    }

    private func read(_ bytes: [UInt8]) -> YAMLNode? {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            diagnostics.mistake(location(ofByte: Self.firstInvalid(bytes)), "the file is not valid UTF-8")
            return nil
        }
        if let offset = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }) {
            diagnostics.mistake(location(ofByte: offset), "control characters are not allowed")
            return nil
        }
        do {
            // The parser keeps a pointer into the text, but a Swift string of up to 15 bytes is not stored in memory of
            // its own.
            let padding = String(repeating: "\n", count: max(0, 16 - bytes.count))
            // No value is made of a node, so the parser needs no table of constructors.
            let parser = try Parser(
                yaml: text + padding, resolver: .basic, constructor: Constructor([:], [:], [:]), encoding: .utf8)
            // Nodes have weak references to their anchors, which the parser owns.
            return try withExtendedLifetime(parser) { try parser.singleRoot().flatMap { convert($0, isKey: false) } }
        } catch {
            report(error)
            return nil
        }
    }

    private func convert(_ node: Node, isKey: Bool) -> YAMLNode {
        switch node {
        case .scalar(let scalar):
            let isAssigned = isKey || scalar.style != .plain
            if let refused = refused(scalar.mark, scalar.anchor, scalar.tag, isAssigned: isAssigned) { return refused }
            let isNothing = scalar.style == .plain && scalar.string.isEmpty
            return YAMLNode(location: location(scalar.mark), content: isNothing ? .nothing : .text(scalar.string))
        case .sequence(let sequence):
            if let refused = refused(sequence.mark, sequence.anchor, sequence.tag, isAssigned: isKey) { return refused }
            return YAMLNode(
                location: location(sequence.mark), content: .list(sequence.map { convert($0, isKey: false) }))
        case .mapping(let mapping):
            if let refused = refused(mapping.mark, mapping.anchor, mapping.tag, isAssigned: isKey) { return refused }
            var entries: [YAMLNode.Entry] = []
            entries.reserveCapacity(mapping.count)
            // The iterator of a mapping copies all of it.
            for index in mapping.indices {
                let (key, value) = mapping[index]
                if let entry = entry(key, value) { entries.append(entry) }
            }
            return YAMLNode(location: location(mapping.mark), content: .mapping(entries))
        case .alias:
            return YAMLNode(location: location(node.mark), content: .refused)
        }
    }

    /// The node for a value with an anchor or a tag, which is a mistake; nil for any other value.
    /// - Parameter isAssigned: Whether the parser itself may have assigned the tag of a kind: to a quoted text, and to every
    ///   key when it looks for duplicates.
    private func refused(_ mark: Mark?, _ anchor: Anchor?, _ tag: Tag, isAssigned: Bool) -> YAMLNode? {
        let isTagged: Bool =
            switch tag.rawValue {
            case Tag.Name.implicit.rawValue: false
            case Tag.Name.str.rawValue, Tag.Name.seq.rawValue, Tag.Name.map.rawValue: !isAssigned
            default: true
            }
        guard anchor != nil || isTagged else { return nil }
        diagnostics.mistake(
            location(mark),
            anchor != nil
                ? "anchors and aliases are not accepted; repeat the value"
                : "tags are not accepted; the key determines the type of its value")
        return YAMLNode(location: location(mark), content: .refused)
    }

    private func entry(_ key: Node, _ value: Node) -> YAMLNode.Entry? {
        let node = convert(key, isKey: true)
        let value = convert(value, isKey: false)
        return node.text("a key", diagnostics).map { YAMLNode.Entry(key: $0, value: value) }
    }

    private func report(_ error: any Error) {
        switch error as? YamlError {
        case .duplicatedKeysInMapping(let names, let context):
            let keys = names.map { "'\($0)'" }.joined(separator: ", ")
            diagnostics.mistake(location(context.mark), "duplicate key \(keys)")
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            let place = location(mark)
            let byte = lines.byte(line: place.line, column: place.column)
            let text = [context?.text, problem].compactMap(\.self).joined(separator: " ")
            diagnostics.mistake(place, "YAML syntax: \(SyntaxHint.message(text, at: byte))")
        case .composer(_, let problem, let mark, _):
            diagnostics.mistake(location(mark), "YAML syntax: \(problem)")
        case .reader(let problem, _, _, _):
            diagnostics.mistake(SourceLocation(file: file, line: 1, column: 1), "YAML syntax: \(problem)")
        default:
            // Other errors are about writing YAML. Their texts may contain the whole file.
            diagnostics.mistake(
                SourceLocation(file: file, line: 1, column: 1), "YAML syntax: the file cannot be parsed")
        }
    }

    private func location(_ mark: Mark?) -> SourceLocation {
        guard let mark else { return SourceLocation(file: file, line: 1, column: 1) }
        let column = lines.byteColumn(line: mark.line, column: mark.column)
        return SourceLocation(file: file, line: mark.line, column: column)
    }

    private func location(ofByte offset: Int) -> SourceLocation {
        let position = lines.position(ofByte: offset)
        return SourceLocation(file: file, line: position.line, column: position.column)
    }

    /// The length of the longest prefix that is UTF-8.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var length = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { length += UTF8.width(scalar) }
        return length
    }
}

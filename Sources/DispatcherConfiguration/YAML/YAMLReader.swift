import QueryCoding

/// Parses the text of a file. A syntax error or a duplicate key ends the parsing. Anchors, aliases and tags are
/// mistakes.
enum YAMLReader {
    /// Returns the content of the file. Nil for an empty file, and for a file that cannot be parsed, which is a
    /// mistake.
    static func read(_ bytes: [UInt8], file: String, diagnostics: Diagnostics) -> YAMLNode? {
        // libyaml counts the byte order mark as a column, so the second line would seem to be indented less than the
        // first.
        let bytes = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
        let text = SourceText(file: file, bytes: bytes)
        do {
            try check(text)
            var composer = try YAMLComposer(text)
            let root = try composer.document()
            for mistake in composer.mistakes.mistakes { diagnostics.mistake(mistake.location, mistake.message) }
            return root
        } catch {
            diagnostics.mistake(error.location, error.message)
            return nil
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Refuses bytes that are not allowed anywhere in a file.
    private static func check(_ text: SourceText) throws(Diagnostic) {
        do {
            _ = try UTF8Span(validating: text.bytes.span)
        } catch {
            throw Diagnostic(text.location(ofByte: error.byteOffsets.lowerBound), "the file is not valid UTF-8")
        }
        let offset = text.bytes.firstIndex { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
        if let offset {
            throw Diagnostic(text.location(ofByte: offset), "control characters are not allowed")
        }
    }
}

import QueryCoding
import SystemYAML

/// The text of a file, for finding the places of mistakes.
struct SourceText {
    let file: String
    let bytes: [UInt8]

    /// Returns the place of the first byte that is not allowed. All bytes before it are UTF-8.
    func location(ofByte offset: Int) -> SourceLocation {
        let lines = String(decoding: bytes[..<offset], as: UTF8.self)
            .split(omittingEmptySubsequences: false) { Self.lineBreaks.contains($0) }
        return SourceLocation(file: file, line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    }

    /// The line breaks of YAML 1.1.
    private static let lineBreaks: Set<Character> = ["\r\n", "\r", "\n", "\u{85}", "\u{2028}", "\u{2029}"]

    /// Returns the Unicode scalar at an offset, which counts Unicode scalars.
    func character(at offset: Int) -> Unicode.Scalar? {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(offset).first
    }

    /// Returns the mistake of a text that is not YAML. Without a place, the mistake is at the start of the file.
    func syntaxError(_ problem: String, at location: SourceLocation? = nil) -> Diagnostic {
        Diagnostic(location ?? SourceLocation(file: file, line: 1, column: 1), "YAML syntax: \(problem)")
    }

    func location(of mark: yaml_mark_t) -> SourceLocation {
        SourceLocation(file: file, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}

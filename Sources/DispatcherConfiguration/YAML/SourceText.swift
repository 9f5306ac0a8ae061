/// The text of a file, for finding the places of mistakes.
struct SourceText {
    let file: String
    let bytes: [UInt8]

    func location(of mark: YAMLMark) -> SourceLocation {
        SourceLocation(file: file, line: mark.line, column: mark.column)
    }

    /// Returns the place of the first byte that is not allowed. All bytes before it are UTF-8.
    func location(ofByte offset: Int) -> SourceLocation {
        let lines = String(decoding: bytes[..<offset], as: UTF8.self)
            .split(omittingEmptySubsequences: false) { Self.lineBreaks.contains($0) }
        return SourceLocation(file: file, line: lines.count, column: (lines.last?.unicodeScalars.count ?? 0) + 1)
    }

    /// The line breaks of YAML 1.1.
    private static let lineBreaks: Set<Character> = ["\r\n", "\r", "\n", "\u{85}", "\u{2028}", "\u{2029}"]

    /// Returns the mistake that the parser found. A mistake without a place gets the start of the file.
    func diagnostic(of error: YAMLSyntaxError) -> Diagnostic {
        guard let mark = error.mark else {
            return Diagnostic(SourceLocation(file: file, line: 1, column: 1), "YAML syntax: \(error.problem)")
        }
        let character = String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(mark.offset).first
        return Diagnostic(location(of: mark), "YAML syntax: \(SyntaxHint.message(error.problem, at: character))")
    }
}

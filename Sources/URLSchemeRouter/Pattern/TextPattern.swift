import QueryCoding

/// A regular expression that a whole text matches or not, in a time that grows only linearly with the text: every way to
/// match is followed at once, none is tried after another, so that no text can make a pattern hang.
///
/// It knows literals, `.` (anything but a line end), classes (`[A-Z0-9_-]`, `[^/]`), `\d \w \s \D \W \S` (ASCII),
/// `\t \n \r`, escaped punctuation, groups `( )` and `(?: )`, `|`, and the counts `* + ? {3} {3,} {3,5}`. `^` and `$` may
/// stand at the ends and change nothing. Texts are compared by Unicode scalars, case included.
package struct TextPattern: Sendable {
    /// The pattern as it was written.
    package let text: String
    private let program: TextPatternProgram

    /// Parses a pattern, or throws what is wrong or not supported, and where.
    package init(_ text: String) throws(TextPatternError) {
        self.text = text
        var parser = TextPatternParser(text)
        program = TextPatternProgram(try parser.parse())
    }

    /// Whether the pattern matches the text from its first character to its last.
    package func matches(_ text: String) -> Bool { program.matches(text) }

    /// The shortest beginning of a text that the pattern matches and another text follows; nil for an empty one too.
    package func match(in text: String, before following: String) -> String? {
        let end = program.end(in: text) { place in
            place > text.startIndex && text.utf8[place...].starts(with: following.utf8)
        }
        return end.map { String(text[..<$0]) }
    }
}

extension TextPattern: Hashable, CustomStringConvertible {
    /// Whether both were written the same, byte for byte.
    package static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// The pattern as it was written.
    package var description: String { text }
}

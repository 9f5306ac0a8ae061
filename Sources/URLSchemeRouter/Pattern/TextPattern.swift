import QueryCoding

/// A regular expression that matches whole texts, in a time that grows linearly with the text. The matcher follows all
/// alternatives at once and never backtracks, so that no text can make a pattern hang.
///
/// The syntax has literals, `.` (anything but CR and LF), classes (`[A-Z0-9_-]`, `[^/]`), `\d \w \s \D \W \S` (ASCII),
/// `\t \n \r`, escaped punctuation, groups `( )` and `(?: )`, `|`, and the counts `* + ? {3} {3,} {3,5}`. `^` and `$`
/// are allowed at the ends and have no effect. A match compares Unicode scalars, and case matters.
package struct TextPattern: Sendable, Hashable, CustomStringConvertible {
    /// The text of the pattern.
    package let text: String
    private let program: TextPatternProgram

    /// Parses a pattern. The error states what is wrong or not supported, and where.
    package init(_ text: String) throws(TextPatternError) {
        self.text = text
        var parser = TextPatternParser(text)
        program = TextPatternProgram(try parser.parse())
    }

    /// Returns whether the pattern matches the whole text.
    package func matches(_ text: String) -> Bool { program.matches(text) }

    /// Returns the shortest non-empty prefix that the pattern matches and that `following` comes after; nil if no
    /// prefix does.
    package func match(in text: String, before following: String) -> String? {
        let end = program.end(in: text) { place in
            place > text.startIndex && text.utf8[place...].starts(with: following.utf8)
        }
        return end.map { String(text[..<$0]) }
    }

    /// Compares the bytes of the patterns' texts.
    package static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    /// The text of the pattern.
    package var description: String { text }
}

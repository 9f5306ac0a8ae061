/// Lines of text for people, which are broken between words. Text for programs is not laid out.
package struct TextLayout {
    /// The number of columns of the terminal; `.max` without a terminal, where no line is broken.
    private let width: Int

    package init(width: Int?) { self.width = width ?? .max }

    /// Returns the lines of a text.
    /// - Parameters:
    ///   - copied: The end of the text, which a person may copy, such as a command. It is never broken.
    ///   - indentation: The number of spaces before all lines but the first. What is too wide for a line beside these
    ///     spaces, such as a long path, gets a line of its own after two spaces or none.
    package func lines(_ text: String, copied: String = "", indentation: Int) -> [String] {
        lines(of: pieces(of: text) + (copied.isEmpty ? [] : [copied]), indentation: indentation)
    }

    /// Returns lines filled with pieces. The spaces at the end of a piece are left out at the end of a line.
    package func lines(of pieces: [String], indentation: Int = 0) -> [String] {
        // The text beside a wide indentation would be a word on each line.
        let indentation = indentation + 20 <= width ? indentation : min(2, indentation)
        var lines = [""]
        var used = 0
        var isFull = false
        for piece in pieces {
            let length = piece.trimmed.columns
            if used > 0, isFull || length > width - used {
                let line = lines.removeLast().trimmed
                // A line of spaces alone is the place of an empty label.
                if !line.isEmpty { lines.append(line) }
                used = length <= width - indentation ? indentation : length <= width - 2 ? min(2, indentation) : 0
                lines.append(String(repeating: " ", count: used))
            }
            lines[lines.count - 1] += piece
            used += piece.columns
            isFull = length > width - indentation
        }
        return lines
    }

    /// Returns the lines of a help text or of an error about the command line, which the parser made for a terminal of any
    /// width. Examples are not broken.
    package func lines(ofHelp text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).flatMap { line in
            // The meaning of an option or a command is in a column of its own.
            if let label = line.prefixMatch(of: #/  \S.*?  +(?=\S)| {8,}(?=\S)/#) {
                return lines(line, indentation: label.0.count)
            }
            if line.prefixMatch(of: #/Error: |xcallback: /#) != nil { return lines(line, indentation: 2) }
            let isTitled = line.prefixMatch(of: #/Help:  |Usage: |USAGE: |       /#) != nil
            return line.hasPrefix("  ") && !isTitled ? [line] : lines(line, indentation: isTitled ? 9 : 0)
        }
    }

    /// Cuts a text after its spaces. Words in quotes or brackets stay together: they are a command, or an option and its
    /// value.
    package func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        while let first = rest.first {
            let group = first == "(" ? rest.dropFirst() : rest
            let closing: Character? = group.hasPrefix("'") ? "'" : group.hasPrefix("[") ? "]" : nil
            let end = closing.flatMap { group.dropFirst().prefix(min(100, width)).firstIndex(of: $0) }
            let next = rest[(end ?? rest.startIndex)...].drop { $0 != " " }.drop { $0 == " " }.startIndex
            pieces += Self.wordPieces(rest[..<next])
            rest = rest[next...]
        }
        return pieces
    }

    /// Cuts a word between wide letters, which have no spaces between them. A path or a URL stays whole.
    private static func wordPieces(_ word: Substring) -> [String] {
        guard !word.utf8.allSatisfy({ $0 < 0x80 }), !word.contains("/") else { return [String(word)] }
        return word.reduce(into: [""]) { pieces, character in
            let last = pieces[pieces.count - 1].last
            let isBetween = last.map { $0.columns == 2 || character.columns == 2 } ?? false
            if isBetween, !character.isPunctuation, character != " " { pieces.append("") }
            pieces[pieces.count - 1].append(character)
        }
    }
}

extension String {
    /// The text without the spaces at its end.
    package var trimmed: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}

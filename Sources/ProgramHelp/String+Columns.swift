extension String {
    /// The number of columns that a line takes on a terminal. A colour (`ESC [ … m`) takes none.
    package var columns: Int {
        var isColour = false
        return reduce(0) { count, character in
            defer { isColour = isColour ? character != "m" : character == "\u{1b}" }
            return isColour || character == "\u{1b}" ? count : count + character.columns
        }
    }

    /// Returns the text with spaces up to a column, at least one.
    package func padded(to column: Int) -> String { self + String(repeating: " ", count: max(1, column - columns)) }

    /// Returns the line if it has at most `limit` columns. A wider line is cut and ends with `...`.
    package func cut(toColumns limit: Int) -> String {
        guard columns > limit else { return self }
        var width = 3
        let kept = prefix { character in
            width += character.columns
            return width <= limit
        }
        return kept + "..."
    }
}

extension Character {
    /// The number of columns that a terminal gives a character.
    var columns: Int {
        guard let first = unicodeScalars.first, !isASCII else { return 1 }
        let isPicture = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
        return isPicture ? 2 : unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) }
    }

    /// The number of columns of a code point: 0 for a mark, 2 for a wide letter of East Asia (UAX #11).
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        return switch scalar.value {
        case 0x1160...0x11FF: 0  // the vowels and final consonants of a syllable
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x1F300...0x1F64F,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}

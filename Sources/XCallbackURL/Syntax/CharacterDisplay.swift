/// Decides for one code point of a text after another whether a person can see it.
package struct CharacterDisplay {
    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
    /// The maximum number of marks on a letter: most languages use at most four. More marks cover the lines above and
    /// below.
    private static let maximumMarks = 4
    /// Characters without ink that Unicode classifies as symbols, letters or marks: the empty Braille pattern, the null
    /// notehead, the blanks of the hieroglyphs and the Khitan filler.
    private static let blanks: Set<Unicode.Scalar> = [
        "\u{2800}", "\u{1D159}", "\u{13441}", "\u{13442}", "\u{16FE4}",
    ]

    /// Whether U+21B5 stays unchanged, because the values in the text use it for line breaks.
    private let hasLineSigns: Bool
    /// The previous code point; nil if it is not shown unchanged. A mark after nil would change a character of the
    /// surrounding text.
    private var previous: Unicode.Scalar?
    /// The number of marks on the last letter.
    private var marks = 0

    package init(hasLineSigns: Bool = false) { self.hasLineSigns = hasLineSigns }

    /// Returns whether every code point of a text is shown unchanged.
    package static func shows(_ text: some StringProtocol) -> Bool {
        var display = CharacterDisplay()
        let scalars = text.unicodeScalars
        return scalars.indices.allSatisfy { index in
            display.shows(scalars[index], before: scalars[scalars.index(after: index)...].first)
        }
    }

    /// Returns whether a code point is shown unchanged.
    /// - Parameter next: The code point after it; nil at the end of the text.
    package mutating func shows(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        piece(for: scalar, before: next).text.unicodeScalars.first == scalar
    }

    /// Returns the text that is shown for a code point.
    /// - Parameter next: The code point after it; nil at the end of the text.
    package mutating func piece(
        for scalar: Unicode.Scalar, before next: Unicode.Scalar?
    ) -> (text: String, isEscape: Bool) {
        switch scalar {
        case "\r" where next == "\n":
            return ("", false)
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
            previous = nil
            return ("↵", false)
        case "↵" where hasLineSigns:
            previous = nil
            return ("↵", false)
        default:
            guard isShown(scalar, before: next) else {
                previous = nil
                return (Self.escape(scalar), true)
            }
            if Self.isMark(scalar) {
                marks += 1
            } else if !Self.isJoiner(scalar), !Self.isSelector(scalar) {
                marks = 0
            }
            previous = scalar
            return (String(scalar), false)
        }
    }

    /// Returns the text for a code point that is not shown unchanged, as in `\u{202e}`.
    package static func escape(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    /// Whether a code point is a letter of a script that is written from right to left.
    package static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private func isShown(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        switch scalar {
        case " "..."~": true
        case _ where Self.isJoiner(scalar): isJoining(scalar, next)
        case _ where Self.isSelector(scalar): isSelecting(before: next)
        default: Self.isVisible(scalar) && (!Self.isMark(scalar) || (previous != nil && marks < Self.maximumMarks))
        }
    }

    /// Whether U+200C or U+200D is between letters or marks, or U+200D is between two emoji.
    private func isJoining(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
        guard let previous, let next, Self.isVisible(next) else { return false }
        if scalar == Self.joiner, Self.isEmoji(next), Self.isEmoji(previous) || previous == Self.emojiSelector {
            return true
        }
        return (Self.isLetter(previous) || Self.isMark(previous))
            && (Self.isLetter(next) || (Self.isMark(next) && marks < Self.maximumMarks))
    }

    /// Whether U+FE0E or U+FE0F is after an emoji, or in a keycap such as 1️⃣.
    private func isSelecting(before next: Unicode.Scalar?) -> Bool {
        guard let previous else { return false }
        return Self.isEmoji(previous) || (previous.properties.isEmoji && next == "\u{20E3}")
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .spaceSeparator, .surrogate,
            .unassigned:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint && !blanks.contains(scalar) && scalar != "↵"
        }
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == joiner }

    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FE0E}" || scalar == emojiSelector
    }

    /// Whether a code point alone is an emoji. Digits, `#` and `*` are not: they are emoji only in a keycap.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.isEmoji
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: !isSelector(scalar)
        default: false
        }
    }
}

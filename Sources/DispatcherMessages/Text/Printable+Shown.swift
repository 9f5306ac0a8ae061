import XCallbackURL

/// Text that a person reads: in dialogs, notifications, pages, tables and messages.
extension Printable {
    /// Returns a text as one line for a person. Letters, marks, digits, punctuation and symbols stay. A line break
    /// becomes `↵`. A character that is invisible, or that changes how its neighbours look, becomes `\u{…}`.
    /// - Parameters:
    ///   - limit: The maximum length in characters; nil for no limit. A longer text is cut and ends with the number of
    ///     characters that are not shown. An escape counts as one character, and so do each 16 code points of a
    ///     character.
    ///   - isolated: Whether to put a text with right-to-left letters between U+2068 and U+2069, so that it does not
    ///     change the order of the text around it.
    package static func shown(_ text: String, limit: Int? = 200, isolated: Bool = false) -> String {
        shown(text, by: CharacterDisplay(), limit: limit ?? .max, isolated: isolated)
    }

    /// Returns a sentence as one line for a person. The values in the sentence must already be shown, so U+21B5 stays.
    package static func message(_ text: String, limit: Int = 4000, isolated: Bool = false) -> String {
        shown(text, by: CharacterDisplay(hasLineSigns: true), limit: limit, isolated: isolated)
    }

    /// Returns a text for a person on a terminal, without a limit. Line breaks and tabs stay.
    /// - Parameter isMessage: Whether the values in the text are already shown.
    package static func lines(_ text: String, isMessage: Bool = false) -> String {
        let display = CharacterDisplay(hasLineSigns: isMessage)
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { line in
                line.split(separator: "\t", omittingEmptySubsequences: false)
                    .map { shown(String($0), by: display, limit: .max, isolated: false) }.joined(separator: "\t")
            }.joined(separator: "\n")
    }

    private static func shown(
        _ text: String, by initial: CharacterDisplay, limit: Int, isolated: Bool
    ) -> String {
        if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
        var display = initial
        var output = ""
        var length = 0
        var isRightToLeft = false
        var scalars = text.unicodeScalars.makeIterator()
        var following = scalars.next()
        for character in text {
            for position in 0..<character.unicodeScalars.count {
                guard let scalar = following else { break }
                following = scalars.next()
                let piece = display.piece(for: scalar, before: following)
                if position % 16 == 0 || piece.isEscape { length += 1 }
                guard length <= limit else { continue }
                output += piece.text
                isRightToLeft = isRightToLeft || (!piece.isEscape && CharacterDisplay.isRightToLeft(scalar))
            }
        }
        if isolated, isRightToLeft { output = "\u{2068}\(output)\u{2069}" }
        return output + ending(after: max(0, length - limit))
    }

    /// Returns an already shown text for a place that supports only ASCII. Isolates are dropped, and the other
    /// characters are escaped.
    package static func ascii(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{2068}", "\u{2069}": break
            case "…": output += "..."
            case "↵": output += #"\n"#
            case "\u{0}"..."\u{7f}": output.unicodeScalars.append(scalar)
            default: output += CharacterDisplay.escape(scalar)
            }
        }
        return output
    }

    /// Returns an already shown text for a program or a terminal with an environment: as ASCII, unless the locale of
    /// the environment uses UTF-8.
    package static func encoded(_ text: String, for environment: [String: String]) -> String {
        isUTF8(environment) ? text : ascii(text)
    }

    /// Whether the locale in an environment uses UTF-8, as in `de_DE.UTF-8` and `C.utf8`.
    package static func isUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let codeset = locale.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }.lowercased()
        return codeset == "utf-8" || codeset == "utf8"
    }

    /// Returns the end of a text of which `count` characters are not shown; empty for a count of zero.
    static func ending(after count: Int) -> String {
        count == 0 ? "" : "… \(grouped(count)) more character\(count == 1 ? "" : "s")"
    }

    /// Returns a number with commas, as in `1,811`.
    private static func grouped(_ number: Int) -> String {
        number < 1000
            ? "\(number)" : "\(grouped(number / 1000)),\(String("\(1000 + number % 1000)".dropFirst()))"
    }
}

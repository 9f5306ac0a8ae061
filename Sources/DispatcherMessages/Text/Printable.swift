import XCallbackURL

/// Makes text from outside safe for people and logs.
package enum Printable {
    /// Returns a text as one line of a log, of at most `limit` bytes. Printable ASCII stays, and every other character
    /// becomes `\u{…}`. A longer text is cut and ends with `...`.
    package static func logged(_ text: String, limit: Int = 2048) -> String {
        var text = text
        let isPrinted = text.withUTF8 { utf8 in
            utf8.count <= limit && utf8.allSatisfy { (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }
        }
        if isPrinted { return text }
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": output += "\\\\"
            case " "..."~": output.unicodeScalars.append(scalar)
            default: output += CharacterDisplay.escape(scalar)
            }
            if output.utf8.count > limit {
                return String(decoding: output.utf8.prefix(max(0, limit - 3)), as: UTF8.self) + "..."
            }
        }
        return output
    }

    /// Returns a word of a log line in the manner of ``logged(_:limit:)``, in quotes if its ends would not be clear
    /// otherwise.
    package static func argument(_ word: String, limit: Int = 2048) -> String {
        let text = logged(word, limit: limit)
        let isClear =
            !word.isEmpty && text == word && !word.utf8.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }
        return isClear
            ? text
            : "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
    }

    /// Returns the words of a command as a line that a shell would split into the same words.
    package static func command(_ words: [String]) -> String {
        words.map { shellWord($0) }.joined(separator: " ")
    }

    /// Returns a word in the spelling for a shell, in single quotes if necessary. A character that
    /// ``shown(_:limit:isolated:)`` escapes is written with `$'…'`, which bash, zsh and ksh support. After `limit`
    /// characters, the quotes end and the number of the remaining characters follows.
    package static func shellWord(_ word: String, limit: Int = 2000) -> String {
        if !word.isEmpty, word.utf8.count <= limit, word.utf8.allSatisfy(clearInShell.contains), word.first != "=" {
            return word
        }
        var display = CharacterDisplay()
        let scalars = word.unicodeScalars
        let pieces = scalars.prefix(limit).indices.map { index in
            (scalars[index], display.shows(scalars[index], before: scalars[scalars.index(after: index)...].first))
        }
        let isShown = pieces.allSatisfy(\.1)
        let output = pieces.map { scalar, isShownAlone in
            switch scalar {
            case "'": isShown ? #"'\''"# : #"\'"#
            case "\\" where !isShown: #"\\"#
            default: isShownAlone ? String(scalar) : shellEscape(scalar)
            }
        }
        let rest = ending(after: String(scalars.dropFirst(limit)).count)
        return "\(isShown ? "" : "$")'\(output.joined())\(rest)'"
    }

    /// Returns the escape of a character in `$'…'`. All its digits are written, so that the next character is not read
    /// as a digit.
    private static func shellEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let isShort = scalar.value <= 0xFFFF
        return (isShort ? #"\u"# : #"\U"#) + String(repeating: "0", count: (isShort ? 4 : 8) - digits.count) + digits
    }

    /// The bytes that have no special meaning in a word of any shell.
    private static let clearInShell = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_".utf8)

    /// Returns a text for notify-send(1), zenity(1) and kdialog, which read the escapes of C, such as `\074`, and then
    /// markup.
    ///
    /// A mark belongs to the character before it, so this function examines code points.
    package static func markup(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\\": output += #"\\"#
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

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

    /// Returns JSON for a person at a terminal. The characters that ``shown(_:limit:isolated:)`` escapes are escaped in
    /// the manner of JSON. If the locale in the environment does not use UTF-8, all characters but ASCII are escaped.
    package static func json(_ text: String, for environment: [String: String]) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let isUTF8 = isUTF8(environment)
        var display = CharacterDisplay(hasLineSigns: true)
        var output = ""
        var scalars = text.unicodeScalars.makeIterator()
        var following = scalars.next()
        while let scalar = following {
            following = scalars.next()
            let isShown = display.shows(scalar, before: following)
            if scalar.isASCII || (isShown && isUTF8) {
                output.unicodeScalars.append(scalar)
            } else {
                output += escapeInJSON(scalar)
            }
            // A mark at the beginning of a text would change the quote.
            if scalar == "\"" { display = CharacterDisplay(hasLineSigns: true) }
        }
        return output
    }

    private static func escapeInJSON(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}

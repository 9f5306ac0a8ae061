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
}

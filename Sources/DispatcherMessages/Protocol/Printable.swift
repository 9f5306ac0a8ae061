/// Makes text from outside safe for logs, prompts and terminals: printable ASCII stays, and every other character is
/// written as `\u{…}`.
package enum Printable {
    /// Returns one line of at most `limit` bytes. A longer text is cut and ends with `...`.
    package static func line(_ text: String, limit: Int = 2048) -> String {
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
            default: output += escape(scalar)
            }
            if output.utf8.count > limit {
                return String(decoding: output.utf8.prefix(max(0, limit - 3)), as: UTF8.self) + "..."
            }
        }
        return output
    }

    /// Returns an argument of a command as ``line(_:limit:)`` does, in quotes if its ends would not be clear otherwise.
    package static func argument(_ word: String, limit: Int = 2048) -> String {
        let text = line(word, limit: limit)
        let isClear =
            !word.isEmpty && text == word && !word.utf8.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }
        return isClear
            ? text
            : "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
    }

    /// Returns the words of a command as a line that a shell would take apart into the same words.
    package static func command(_ words: [String]) -> String {
        words.map { shellWord($0) }.joined(separator: " ")
    }

    /// Returns a word as it is written for a shell, in single quotes if it needs them. A character that is not printable
    /// ASCII is written by `$'…'`, which bash, zsh and ksh know. The quotes around a word of more than `limit` bytes end
    /// with `...`.
    package static func shellWord(_ word: String, limit: Int = 2048) -> String {
        let bytes = word.utf8
        let isClear = !bytes.isEmpty && bytes.allSatisfy(isClearInShell) && word.first != "="
        if isClear, bytes.count <= limit { return word }
        let isASCII = bytes.allSatisfy { (0x20...0x7e).contains($0) }
        var output = ""
        for scalar in word.unicodeScalars {
            let piece =
                switch scalar {
                case "'": isASCII ? #"'\''"# : #"\'"#
                case "\\" where !isASCII: #"\\"#
                case " "..."~": String(scalar)
                default: shellEscape(scalar)
                }
            guard output.utf8.count + piece.utf8.count <= limit else {
                output += "..."
                break
            }
            output += piece
        }
        return "\(isASCII ? "" : "$")'\(output)'"
    }

    /// The escape of a character in `$'…'`. With all its digits it does not run into the next character.
    private static func shellEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let isShort = scalar.value <= 0xFFFF
        return (isShort ? #"\u"# : #"\U"#) + String(repeating: "0", count: (isShort ? 4 : 8) - digits.count) + digits
    }

    /// Whether a byte stands for itself in a word of any shell.
    private static func isClearInShell(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "%+,-./:=@_".utf8.contains(byte)
        }
    }

    /// Returns a sentence in any language as one line for a person, on a terminal or in a dialog. Visible characters stay,
    /// and every other one is written as `\u{…}`. After `limit` bytes the line ends with `...`.
    package static func wording(_ text: String, limit: Int) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            let piece =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                    "\\u{\(String(scalar.value, radix: 16))}"
                default: String(scalar)
                }
            guard output.utf8.count + piece.utf8.count <= limit else { return output + "..." }
            output += piece
        }
        return output
    }

    /// Returns a text for the body of a notification, which its server reads as markup.
    package static func withoutMarkup(_ text: String) -> String {
        var output = ""
        for character in text {
            switch character {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            default: output.append(character)
            }
        }
        return output
    }
}

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
            default: output += "\\u{\(String(scalar.value, radix: 16))}"
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

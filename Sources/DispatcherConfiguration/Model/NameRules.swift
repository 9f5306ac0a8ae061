/// The rules for names.
enum NameRules {
    /// Whether the text can name a feature or route: lower-case letters, digits and `-`.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    /// Whether the text can be the full name of a route: names separated by `.`, at most 128 bytes.
    static func isRouteName(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 128 && parts.allSatisfy { isName(String(Substring($0))) }
    }

    /// Whether the text can name a parameter, as in a pattern.
    static func isParameter(_ text: String) -> Bool { isIdentifier(text, with: "-.") }

    /// Whether the text can name a parameter that x-callback-url does not reserve.
    static func isFreeParameter(_ text: String) -> Bool {
        isParameter(text) && !text.lowercased().hasPrefix("x-")
    }

    /// Whether the text can name a member of an answer in a callback, at most 64 bytes. A `.` or `[` would mean a
    /// member of a structure.
    static func isMember(_ text: String) -> Bool { text.utf8.count <= 64 && isIdentifier(text, with: "-") }

    /// Whether a caller may give this name to a result. The name must not be mistaken for a callback or an error.
    static func isResultName(_ text: String) -> Bool {
        isMember(text) && !text.lowercased().hasPrefix("x-") && !text.lowercased().hasPrefix("error")
    }

    /// Whether the text can name an environment variable.
    static func isVariable(_ text: String) -> Bool { isIdentifier(text) }

    /// Whether the text is a letter or `_`, followed by letters, digits, `_` and the other characters.
    private static func isIdentifier(_ text: String, with others: String = "") -> Bool {
        guard let first = text.utf8.first, isWordStart(first) else { return false }
        return text.utf8.allSatisfy { isWord($0) || others.utf8.contains($0) }
    }

    /// Whether the text can name an input of a script: a lower-case letter, followed by letters, digits and `_`. The
    /// variables of programs begin with other characters.
    static func isScriptVariable(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLower(first) else { return false }
        return text.utf8.allSatisfy(isWord)
    }

    static func isWordStart(_ byte: UInt8) -> Bool { isLower(byte | 0x20) || byte == UInt8(ascii: "_") }
    static func isWord(_ byte: UInt8) -> Bool { isWordStart(byte) || isDigit(byte) }

    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// The separator of an array's items in one text: `tags=a,b`.
package enum ItemSeparator: Sendable, Hashable {
    /// LF or CRLF. A line break at the end of the text separates nothing.
    case newline
    /// An ASCII character.
    case character(UInt8)

    /// The maximum number of items in one text.
    static let maximumCount = 10_000

    /// Reads the value of `separator`: `newline`, or a character that is neither a letter nor a digit.
    init?(_ text: String) {
        if text == "newline" {
            self = .newline
            return
        }
        guard text.utf8.count == 1, let byte = text.utf8.first, byte == 0x09 || (0x20...0x7e).contains(byte),
            byte == UInt8(ascii: "_") || !NameRules.isWord(byte)
        else { return nil }
        self = .character(byte)
    }

    /// The value of `separator` in a file for this separator.
    package var name: String {
        switch self {
        case .newline: "newline"
        case .character(let byte): String(UnicodeScalar(byte))
        }
    }

    /// Returns the items of a text. An empty text has no items.
    func items(of text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        guard case .character(let byte) = self else { return lines(of: text) }
        return text.utf8.split(separator: byte, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    private func lines(of text: String) -> [String] {
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines.map { String(Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0)) }
    }

    /// Returns the text of items. An item that contains the separator cannot be read back from the text.
    package func text(of items: [String]) -> String {
        items.joined(separator: self == .newline ? "\n" : name)
    }
}

import QueryCoding

/// The code that a failed command printed: `{"code": 4}` or `{"code": "not-found"}`.
package struct PrintedCode: Sendable, Hashable {
    /// The code, if it is a number.
    package let number: Int?
    package let text: String

    /// The most bytes of a word.
    private static let limit = 64

    /// Reads the whole standard output of a command; nil if it is anything else. 0 is no code, because it means success.
    package init?(_ output: [UInt8]) {
        guard let value = try? JSONParser.parse(output, depthLimit: 16), let code = value["code"] else { return nil }
        if let number = code.whole(Int.self), number != 0 {
            self.number = number
            text = "\(number)"
        } else if let word = code.string, Self.isWord(word) {
            number = nil
            text = word
        } else {
            return nil
        }
    }

    /// Whether a text is a code, and not a message, which a web page must not get.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= limit
            && text.unicodeScalars.allSatisfy { character in
                switch character {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
                default: false
                }
            }
    }
}

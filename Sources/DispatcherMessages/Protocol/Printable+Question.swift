/// The texts of the question.
extension Printable {
    /// Returns a text as ``logged(_:limit:)`` does.
    package static func line(_ text: String, limit: Int = 2048) -> String { logged(text, limit: limit) }

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
}

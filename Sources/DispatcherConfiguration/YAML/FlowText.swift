/// Writes words as a routes file has them in a flow sequence: `[sh, -c, 'echo "$$1"', sh, $name]`.
enum FlowText {
    /// The maximum number of bytes of a suggestion. Messages go into the log and to the terminal, and a long text may
    /// have secrets in it.
    static let suggestionLimit = 80

    /// Returns the words as a list, to be suggested for a text of the file. A dollar sign stays unchanged. Nil if the
    /// list is too long.
    static func suggestion(words: [String]) -> String? {
        let text = "[\(words.map(scalar).joined(separator: ", "))]"
        return text.utf8.count <= suggestionLimit ? text : nil
    }

    private static func scalar(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { NameRules.isWord($0) || "$-+./=".utf8.contains($0) }
        if isPlain, !text.isEmpty, text != "-", text != "=" { return text }
        return "'\(text.replacing("'", with: "''"))'"
    }
}

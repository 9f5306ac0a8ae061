/// Messages about a text that is not YAML. The parser's message reports what the parser did; a hint says what to write.
enum SyntaxHint {
    /// Returns the hint or, without one, the parser's message.
    /// - Parameters:
    ///   - problem: The parser's message.
    ///   - character: The character at which the parser failed; nil at the end of the file.
    static func message(_ problem: String, at character: Unicode.Scalar?) -> String {
        guard character != "\t" else { return "this is a tab; YAML indents with spaces" }
        guard let hint = hint(for: problem, at: character) else { return problem }
        return "\(problem); \(hint)"
    }

    private static func hint(for problem: String, at character: Unicode.Scalar?) -> String? {
        if problem.contains("cannot start any token"), let character, ("!"..."~").contains(character) {
            return "quote a text that begins with '\(character)'"
        }
        return hints.first { problem.contains($0.key) }?.value
    }

    /// The hints by a part of the parser's message.
    private static let hints: KeyValuePairs = [
        "mapping values are not allowed": "quote a text that contains ': '",
        "scanning an alias": "quote a text that begins with '*'",
        "scanning an anchor": "quote a text that begins with '&'",
        "did not find expected ','": "close each '[' and '{', and quote a text that contains one of them",
        "could not find expected ':'": "a key ends with ': ', a colon and a space",
        "did not find expected '-'": "indent the line like the other lines of its list or mapping",
        "did not find expected key": "indent the line like the other lines of its list or mapping",
    ]
}

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
        if problem.contains("mapping values are not allowed") { return "quote a text that contains ': '" }
        if problem.contains("cannot start any token"), let character, ("!"..."~").contains(character) {
            return "quote a text that begins with '\(character)'"
        }
        if problem.contains("scanning an alias") { return "quote a text that begins with '*'" }
        if problem.contains("scanning an anchor") { return "quote a text that begins with '&'" }
        if problem.contains("did not find expected ','") {
            return "close each '[' and '{', and quote a text that contains one of them"
        }
        if problem.contains("could not find expected ':'") { return "a key ends with ': ', a colon and a space" }
        if problem.contains("did not find expected '-'") || problem.contains("did not find expected key") {
            return "indent the line like the other lines of its list or mapping"
        }
        return nil
    }
}

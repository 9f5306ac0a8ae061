import XCallbackURL

/// Reads a scheme.
enum SchemeText {
    static func read(_ text: LocatedText, _ findings: Findings) -> Scheme? {
        if let scheme = Scheme(text.text) { return scheme }
        findings.mistake(
            text.location, "'\(text.text)' is no scheme: a letter, then letters, digits, '+', '-' and '.'")
        return nil
    }
}

/// The context in which a value is read: the file, the key, and the receiver of mistakes.
struct ValueContext {
    let origin: FileOrigin
    let diagnostics: Diagnostics
    /// The key; empty for a value without a key, such as the whole file.
    var key = LocatedText(text: "", location: SourceLocation(file: "", line: 1, column: 1))
    /// Whether the value is an element of the key's list.
    var isElement = false
    /// Whether the file has `opaque: true`.
    var isOpaque = false

    /// The value in messages: `'strip'` or `an element of 'strip'`.
    var name: String { isElement ? "an element of '\(key.text)'" : "'\(key.text)'" }

    /// Returns the context for the value of another key, such as a key inside the value.
    func at(_ key: LocatedText) -> ValueContext {
        ValueContext(origin: origin, diagnostics: diagnostics, key: key, isOpaque: isOpaque)
    }

    /// Reports a mistake and returns nil in place of the value.
    func mistake<Value>(_ location: SourceLocation, _ message: String) -> Value? {
        diagnostics.mistake(location, message)
        return nil
    }

    /// Reports a text that does not meet the requirement, and suggests the most similar valid word.
    func refuse<Value>(_ text: LocatedText, _ expected: String, among words: [String] = []) -> Value? {
        mistake(text.location, "\(name) must be \(expected), not '\(text.text)'\(hint(for: text.text, among: words))")
    }
}

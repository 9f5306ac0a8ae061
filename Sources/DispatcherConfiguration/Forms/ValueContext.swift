/// The surroundings of a value that is read: its file, its key, and where its mistakes go.
struct ValueContext {
    let origin: FileOrigin
    let diagnostics: Diagnostics
    let key: LocatedText
    /// Whether the value is an element of the key's list.
    var isElement = false

    /// The value in messages: `'strip'` or `an element of 'strip'`.
    var name: String { isElement ? "an element of '\(key.text)'" : "'\(key.text)'" }

    /// The context of the value of another key, such as one inside the value.
    func at(_ key: LocatedText) -> ValueContext {
        ValueContext(origin: origin, diagnostics: diagnostics, key: key)
    }

    /// Reports a mistake. Returns nil, as the value that is not there.
    func mistake<Value>(_ location: SourceLocation, _ message: String) -> Value? {
        diagnostics.mistake(location, message)
        return nil
    }

    /// Reports a text that is not what it must be, with the most similar valid word.
    func refuse<Value>(_ text: LocatedText, _ expected: String, among words: [String] = []) -> Value? {
        mistake(text.location, "\(name) must be \(expected), not '\(text.text)'\(hint(for: text.text, among: words))")
    }
}

extension ValueContext {
    /// The context of a node that is no value of a key.
    init(origin: FileOrigin, diagnostics: Diagnostics, _ node: YAMLNode) {
        self.init(origin: origin, diagnostics: diagnostics, key: LocatedText(text: "", location: node.location))
    }
}

/// A value of a YAML file and its place. Every scalar is a text. Anchors, aliases and tags are not supported.
struct YAMLNode: Sendable {
    let location: SourceLocation
    let content: Content

    enum Content: Sendable {
        /// The missing value of a key.
        case nothing
        /// An anchor, an alias or a tag, whose mistake is already reported.
        case refused
        case text(String)
        case list([YAMLNode])
        case mapping([Entry])
    }

    /// A key of a mapping and its value.
    struct Entry: Sendable {
        let key: LocatedText
        let value: YAMLNode
    }

    /// The kind of the value in messages.
    var kind: String {
        switch content {
        case .nothing, .refused: "nothing"
        case .text: "a text"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }

    /// Returns the text. Reports a mistake with this name if the value is not a text.
    func text(_ name: @autoclosure () -> String, _ diagnostics: Diagnostics) -> LocatedText? {
        if case .text(let text) = content { return LocatedText(text: text, location: location) }
        refuse(name(), "a text", diagnostics)
        return nil
    }

    /// Returns the texts of a list. An element that is not a text is a mistake and left out.
    func texts(_ name: @autoclosure () -> String, _ diagnostics: Diagnostics) -> [LocatedText]? {
        guard case .list(let elements) = content else {
            refuse(name(), "a list", diagnostics, hint: listHint)
            return nil
        }
        return elements.compactMap { $0.text("an element of \(name())", diagnostics) }
    }

    /// Reports a value of the wrong kind, or a text that is not one of these words.
    /// - Parameter spelling: The right spelling, if no word is similar: `; write [hello]`.
    func refuse(
        _ name: String, _ expected: String, _ diagnostics: Diagnostics, among words: [String] = [],
        hint spelling: String = ""
    ) {
        switch content {
        case .refused: break
        case .nothing: diagnostics.mistake(location, "\(name) has no value")
        // A long text is not a misspelt word, and may be a command that contains a secret.
        case .text(let text) where !words.isEmpty && text.utf8.count <= FlowText.suggestionLimit:
            let near = hint(for: text, among: words)
            diagnostics.mistake(
                location, "\(name) must be \(expected), not '\(text)'\(near.isEmpty ? spelling : near)")
        case .text, .list, .mapping:
            diagnostics.mistake(location, "\(name) must be \(expected), not \(kind)\(spelling)")
        }
    }
}

/// A text and its place.
struct LocatedText: Sendable, Hashable {
    let text: String
    let location: SourceLocation
}

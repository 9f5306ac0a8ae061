/// A value of a YAML file and where it stands. Every scalar is a text; there are no anchors, aliases or tags.
struct YAMLNode: Sendable {
    let location: SourceLocation
    let content: Content

    enum Content: Sendable {
        /// A key with nothing behind it.
        case nothing
        /// An anchor, an alias or a tag, which is reported already.
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
}

/// A text and where it stands.
struct LocatedText: Sendable, Hashable {
    let text: String
    let location: SourceLocation
}

extension YAMLNode {
    /// What kind of value it is, as a message names it.
    var kind: String {
        switch content {
        case .nothing, .refused: "nothing"
        case .text: "a text"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The text, if it is one; otherwise a mistake that calls the value by its name.
    func text(_ name: String, _ diagnostics: Diagnostics) -> LocatedText? {
        if case .text(let text) = content { return LocatedText(text: text, location: location) }
        refuse(name, "a text", diagnostics)
        return nil
    }

    /// The elements of a list; otherwise a mistake.
    func list(_ name: String, _ diagnostics: Diagnostics) -> [YAMLNode]? {
        if case .list(let elements) = content { return elements }
        refuse(name, "a list", diagnostics)
        return nil
    }

    /// The texts of a list; elements that are no texts are mistakes and left out.
    func texts(_ name: String, _ diagnostics: Diagnostics) -> [LocatedText]? {
        list(name, diagnostics)?.compactMap { $0.text("an element of \(name)", diagnostics) }
    }

    /// Reports a value of the wrong kind, or a text that is none of these words.
    func refuse(_ name: String, _ expected: String, _ diagnostics: Diagnostics, among words: [String] = []) {
        switch content {
        case .refused: break
        case .nothing: diagnostics.mistake(location, "\(name) has no value")
        case .text(let text) where !words.isEmpty:
            diagnostics.mistake(location, "\(name) must be \(expected), not '\(text)'\(hint(for: text, among: words))")
        case .text, .list, .mapping: diagnostics.mistake(location, "\(name) must be \(expected), not \(kind)")
        }
    }
}

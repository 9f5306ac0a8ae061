import QueryCoding

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
        let isMapping = if case .mapping = content { true } else { false }
        refuse(name(), "a text", diagnostics, hint: isMapping ? "; quote a text that contains ': '" : "")
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

    /// Returns a text, followed by the value of the node as JSON. Every scalar becomes a string.
    func json(after text: String) -> String {
        var printer = JSONPrinter()
        write(to: &printer)
        return text + String(decoding: printer.bytes, as: UTF8.self)
    }

    private func write(to printer: inout JSONPrinter) {
        switch content {
        case .nothing, .refused: printer.null()
        case .text(let text): printer.string(text)
        case .list(let elements):
            printer.beginArray()
            for element in elements { element.write(to: &printer) }
            printer.endArray()
        case .mapping(let entries):
            printer.beginObject()
            for entry in entries {
                printer.name(entry.key.text)
                entry.value.write(to: &printer)
            }
            printer.endObject()
        }
    }
}

extension YAMLNode {
    /// Makes the node for a value, as if the value were in a file.
    init(_ value: QueryValue) {
        let location = SourceLocation(file: "input", line: 1, column: 1)
        let content: Content =
            switch value {
            case .null: .nothing
            case .bool, .number, .string: .text(value.text ?? "")
            case .array(let elements): .list(elements.map(YAMLNode.init))
            case .object(let members):
                .mapping(
                    members.map { member in
                        Entry(key: LocatedText(text: member.name, location: location), value: YAMLNode(member.value))
                    })
            }
        self.init(location: location, content: content)
    }
}

/// A text and its place.
struct LocatedText: Sendable, Hashable {
    let text: String
    let location: SourceLocation
}

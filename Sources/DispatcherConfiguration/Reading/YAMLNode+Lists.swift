/// Lists that were written as something else, with the right spelling.
extension YAMLNode {
    /// Returns the words of a command. A text is a mistake that shows the same words as a list.
    func words(of key: String, _ diagnostics: Diagnostics) -> [YAMLNode]? {
        if case .list(let elements) = content { return elements }
        var spelling = ""
        if case .text(let text) = content {
            if let words = ShellLine.words(text) {
                spelling = "; write \(FlowText.list(words: words))"
            } else if key == "run" {
                spelling = "; write 'script: |' for a line of a shell, and the line below it"
            } else {
                spelling = "; write \(FlowText.list(words: ["sh", "-c", text]))"
            }
        }
        refuse("'\(key)'", "a list", diagnostics, hint: spelling)
        return nil
    }

    /// The hint for a value in place of a list: of texts, such as names, unless it is a mapping.
    var listHint: String {
        switch content {
        case .text(let text) where !text.isEmpty: "; write \(FlowText.list(words: Self.items(of: text)))"
        case .mapping: "; begin each element with '- '"
        case .text, .list, .nothing, .refused: ""
        }
    }

    /// The items of a text that has them in a row: `hello`, or `hello, world`.
    static func items(of text: String) -> [String] {
        text.split { $0 == "," || $0 == " " }.map(String.init)
    }
}

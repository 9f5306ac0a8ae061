import UnixSystem

/// Reads lists, and suggests the right spelling for other values.
extension YAMLNode {
    /// Returns the words of a command. A text in place of a list is a mistake, whose message shows the list unless it
    /// is long.
    func words(of key: String, _ diagnostics: Diagnostics) -> [YAMLNode]? {
        if case .list(let elements) = content { return elements }
        var spelling: String?
        if case .text(let text) = content {
            let line = ShellWords(text.utf8.count <= FlowText.suggestionLimit ? text : "")
            if line.isComplete, line.signs.isEmpty, !line.words.isEmpty {
                spelling = FlowText.suggestion(words: line.words)
            } else if key == RouteKeys.run.name {
                spelling = "'script: |' for a line of a shell, and the line below it"
            } else {
                spelling = FlowText.suggestion(words: ["sh", "-c", text])
            }
        }
        refuse("'\(key)'", "a list", diagnostics, hint: spelling.map { "; write \($0)" } ?? "")
        return nil
    }

    /// The hint for a value in place of a list of texts, such as names. A mapping gets another hint.
    var listHint: String {
        switch content {
        case .text(let text) where !text.isEmpty && text.utf8.count <= FlowText.suggestionLimit:
            // A text with several items: `hello`, or `hello, world`.
            FlowText.suggestion(words: text.split { ", ".contains($0) }.map(String.init)).map { "; write \($0)" } ?? ""
        case .mapping: "; begin each element with '- '"
        case .text, .list, .nothing, .refused: ""
        }
    }
}

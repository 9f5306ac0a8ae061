/// Writes arguments as a routes file has them in a flow sequence: `[sh, -c, 'echo "$$1"', sh, $name]`.
enum FlowText {
    static func list(_ arguments: [Argument]) -> String {
        "[\(arguments.map(element).joined(separator: ", "))]"
    }

    /// Words as they are, also with a dollar sign.
    static func list(words: [String]) -> String { "[\(words.map(scalar).joined(separator: ", "))]" }

    /// The maximum number of bytes of a suggestion. Messages go into the log and to the terminal, and a long text may
    /// have secrets in it.
    static let suggestionLimit = 80

    /// The words as a list, to be suggested for a text of the file; nil if that is too long.
    static func suggestion(words: [String]) -> String? {
        guard words.reduce(0, { $0 + $1.utf8.count }) <= suggestionLimit else { return nil }
        let text = list(words: words)
        return text.utf8.count <= suggestionLimit ? text : nil
    }

    private static func element(_ argument: Argument) -> String {
        switch argument {
        case .element(let template): scalar(source(template))
        case .group(let templates): "[\(templates.map { scalar(source($0)) }.joined(separator: ", "))]"
        }
    }

    /// The text that the template parser would read as the template.
    private static func source(_ template: Template) -> String {
        var text = ""
        for (index, piece) in template.pieces.enumerated() {
            switch piece {
            case .text(let part): text += part.replacing("$", with: "$$")
            case .request(let value): text += "${\(value.rawValue)}"
            case .parameter(let name):
                let next: UInt8? =
                    if case .text(let rest)? = template.pieces.dropFirst(index + 1).first {
                        rest.utf8.first
                    } else {
                        nil
                    }
                let continues = next.map { NameRules.isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
                text += NameRules.isVariable(name) && continues != true ? "$\(name)" : "${\(name)}"
            }
        }
        return text
    }

    private static func scalar(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { NameRules.isWord($0) || "$-+./=".utf8.contains($0) }
        if isPlain, !text.isEmpty, text != "-", text != "=" { return text }
        return "'\(text.replacing("'", with: "''"))'"
    }
}

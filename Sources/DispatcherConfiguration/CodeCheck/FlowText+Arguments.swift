extension FlowText {
    /// Returns the arguments of a command, with their placeholders, as a routes file writes them.
    static func list(_ arguments: [Argument]) -> String {
        "[\(arguments.map(element).joined(separator: ", "))]"
    }

    private static func element(_ argument: Argument) -> String {
        switch argument {
        case .element(let template): scalar(source(template))
        case .group(let templates): "[\(templates.map { scalar(source($0)) }.joined(separator: ", "))]"
        }
    }

    /// Returns the text from which the template parser would make the template.
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
}

package import QueryCoding
package import XCallbackURL

extension [Argument] {
    /// Returns the argument vector for an input. Values are inserted once and never scanned again; no shell is
    /// involved.
    ///
    /// Throws 400 for a value that begins with `-` at the start of an argument, unless `--` comes before: the program
    /// would read the value as an option.
    package func arguments(
        input: QueryValue, request: (Template.RequestValue) -> String?
    ) throws(OutcomeError) -> [String] {
        var words: [String] = []
        var optionsEnded = false
        for argument in self {
            for item in argument.bindings(input) {
                var group: [Expansion] = []
                for template in argument.templates {
                    guard let expansion = template.expand(item, request) else { break }
                    group.append(expansion)
                }
                // An argument or group with an absent value is omitted.
                guard group.count == argument.templates.count else { continue }
                for expansion in group {
                    try expansion.check(optionsEnded: optionsEnded)
                    if expansion.text == "--", expansion.head == nil { optionsEnded = true }
                    words.append(expansion.text)
                }
            }
        }
        return words
    }

    /// Returns a sentence for each argument that is left out although it has literal text, because one of its values is
    /// absent. Groups and single values get no sentence: their author expects that they are left out.
    package func omissions(input: QueryValue, request: (Template.RequestValue) -> String?) -> [String] {
        compactMap { argument in
            guard case .element(let template) = argument, template.pieces.count > 1 else { return nil }
            let absent = template.pieces.compactMap { piece -> String? in
                switch piece {
                case .text: nil
                case .parameter(let name): input[name] == nil ? name : nil
                case .request(let value): request(value) == nil ? value.rawValue : nil
                }
            }
            return absent.first.map { "'\(template.source)' is left out, because \($0) is absent" }
        }
    }
}

extension Argument {
    /// The templates of the element or group.
    package var templates: [Template] {
        switch self {
        case .element(let template): [template]
        case .group(let templates): templates
        }
    }

    /// Returns the inputs for repeated expansion: one input for each item of the array that the argument names, with
    /// the item in place of the array.
    fileprivate func bindings(_ input: QueryValue) -> [QueryValue] {
        for name in templates.flatMap(\.parameterNames) {
            guard case .array(let items)? = input[name], case .object(let members) = input else { continue }
            return items.map { item in
                .object(members.map { $0.name == name ? QueryValue.Member(name, item) : $0 })
            }
        }
        return [input]
    }
}

/// The text of an argument, and the value at its start.
private struct Expansion {
    var text = ""
    /// The name of the value that the text begins with, which may be empty; nil if the route's author wrote the
    /// beginning.
    var head: String?

    mutating func append(_ part: String, from name: String?) {
        if text.isEmpty { head = head ?? name }
        text += part
    }

    func check(optionsEnded: Bool) throws(OutcomeError) {
        if let head, text.utf8.first == UInt8(ascii: "-"), !optionsEnded {
            throw OutcomeError(
                .input, "parameter \"\(head)\" begins with '-'",
                detail: "the command would read the value as an option; the route can put '--' before it")
        }
        if text.utf8.contains(0) { throw OutcomeError(.input, "an argument cannot hold U+0000") }
    }
}

extension Template {
    /// The template's text as its author may have written it.
    fileprivate var source: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("$", with: "$$")
            case .parameter(let name): "$\(name)"
            case .request(let value): "${\(value.rawValue)}"
            }
        }.joined()
    }

    /// Inserts the values; nil if a value is absent.
    fileprivate func expand(_ input: QueryValue, _ request: (RequestValue) -> String?) -> Expansion? {
        var expansion = Expansion()
        for piece in pieces {
            switch piece {
            case .text(let text): expansion.append(text, from: nil)
            case .parameter(let name):
                guard let text = input[name]?.text else { return nil }
                expansion.append(text, from: name)
            case .request(let value):
                guard let text = request(value) else { return nil }
                expansion.append(text, from: value.rawValue)
            }
        }
        return expansion
    }
}

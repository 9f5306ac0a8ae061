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

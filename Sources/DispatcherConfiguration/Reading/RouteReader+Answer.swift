import QueryCoding
import XCallbackURL

/// The keys for the parameters that depend on each other, and for the form of the callbacks.
extension RouteReader {
    /// The keys of routes that answer themselves, and do not lead to another URL.
    static let answerKeys = ["result-name", "prefix", "error-name"]

    /// Reads `require: [[id, title]]` and `exclusive: [[id, title]]`.
    func readTogether(_ section: Section, _ route: inout RouteDefinition) {
        route.required = lists("require", atLeast: 1, section, route.input)
        route.exclusive = lists("exclusive", atLeast: 2, section, route.input)
    }

    private func lists(_ key: String, atLeast count: Int, _ section: Section, _ fields: [InputField]) -> [[String]] {
        (section.list(key) ?? []).map { node in
            guard case .list = node.content, let texts = node.texts("a list of '\(key)'", diagnostics) else {
                node.refuse("'\(key)'", "a list of lists of parameters, as in [[id, title]]", diagnostics)
                return []
            }
            if texts.count < count {
                diagnostics.mistake(
                    node.location,
                    "a list of '\(key)' names at least \(count == 1 ? "one parameter" : "two parameters")")
            }
            for text in texts { checkOptional(text, of: key, fields) }
            return texts.map(\.text)
        }
    }

    private func checkOptional(_ text: LocatedText, of key: String, _ fields: [InputField]) {
        guard let field = declared(text, fields) else { return }
        guard !field.isArray, !field.isOptional, field.defaultValue == nil else { return }
        diagnostics.mistake(
            text.location, "'\(text.text)' is always required, so '\(key)' cannot name it; its type may end in '?'")
    }

    private func declared(_ text: LocatedText, _ fields: [InputField]) -> InputField? {
        let field = fields.first { $0.name == text.text }
        if field == nil {
            let hint = hint(for: text.text, among: fields.map(\.name))
            diagnostics.mistake(text.location, "unknown parameter '\(text.text)'\(hint)")
        }
        return field
    }

    /// Reads `result-name: retParam`, `prefix: result-` and `error-name: error-Code`.
    func readAnswer(_ section: Section, _ route: inout RouteDefinition) {
        if case .redirect = route.action {
            for key in Self.answerKeys + ["arrays"] where section.contains(key) {
                diagnostics.mistake(
                    section.keyLocation(key), "the route that a 'redirect' leads to answers, so '\(key)' goes there")
            }
            return
        }
        route.resultName = resultName(section, route.input)
        route.outputPrefix = name("prefix", section) ?? ""
        route.errorName = name("error-name", section) ?? CallbackURL.errorCodeName
        if section.contains("prefix"), section.contains("result-name") {
            diagnostics.mistake(
                section.keyLocation("prefix"), "'prefix' and 'result-name' would both name the result; use one of them")
        }
    }

    private func resultName(_ section: Section, _ fields: [InputField]) -> String? {
        guard let text = section.text("result-name"), let field = declared(text, fields) else { return nil }
        switch field.type {
        case .string, .line, .matching, .oneOf: break
        default:
            diagnostics.mistake(
                text.location, "'\(text.text)' holds a name, so its type must be 'line', not '\(field.type.name)'")
        }
        if field.isArray {
            diagnostics.mistake(text.location, "'\(text.text)' is an array, and the result has one name")
        }
        if field.isSecret {
            diagnostics.mistake(text.location, "'\(text.text)' is secret, and a callback shows its names")
        }
        if let name = field.defaultValue?.text, !NameRules.isResultName(name) {
            diagnostics.mistake(text.location, "the default '\(name)' of '\(text.text)' cannot name a result")
        }
        return field.name
    }

    private func name(_ key: String, _ section: Section) -> String? {
        guard let text = section.text(key) else { return nil }
        let isTaken = text.text == CallbackURL.errorMessageName || text.text.lowercased().hasPrefix("x-")
        guard NameRules.isMember(text.text), key == "prefix" || !isTaken else {
            section.refuse(key, "a letter or '_', followed by letters, digits, '_' and '-'", text.text)
            return nil
        }
        return text.text
    }
}

import QueryCoding

/// The keys that name parameters.
extension RouteReader {
    /// Checks `require: [[id, title]]` and `exclusive: [[id, title]]`.
    func readTogether(_ draft: inout RouteDraft) {
        let fields = draft.route.input
        draft.route.required = draft.required.map { names(in: $0, of: RouteKeys.require.name, fields) }
        draft.route.exclusive = draft.exclusive.map { names(in: $0, of: RouteKeys.exclude.name, fields) }
    }

    private func names(in group: [LocatedText], of key: String, _ fields: [InputField]) -> [String] {
        for text in group where declared(text, fields)?.isRequired ?? false {
            diagnostics.mistake(
                text.location,
                "'\(text.text)' is always required, so '\(key)' cannot name it; end its type with '?' to make it optional"
            )
        }
        return group.map(\.text)
    }

    private func declared(_ text: LocatedText, _ fields: [InputField]) -> InputField? {
        let field = fields.first { $0.name == text.text }
        if field == nil {
            let hint = hint(for: text.text, among: fields.map(\.name))
            diagnostics.mistake(text.location, "unknown parameter '\(text.text)'\(hint)")
        }
        return field
    }

    /// Checks `result-name: retParam`.
    func resultName(_ text: LocatedText, _ fields: [InputField]) -> String? {
        guard let field = declared(text, fields) else { return nil }
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
            diagnostics.mistake(
                text.location, "'\(text.text)' is secret, but a callback would show its value as a name")
        }
        if let name = field.defaultValue?.text, !NameRules.isResultName(name) {
            diagnostics.mistake(text.location, "the default '\(name)' of '\(text.text)' cannot name a result")
        }
        return field.name
    }
}

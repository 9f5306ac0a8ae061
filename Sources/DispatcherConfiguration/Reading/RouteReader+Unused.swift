import URLSchemeRouter

extension RouteReader {
    /// Warns of each declared input that has no effect. A mistake may be the reason, so it counts first; and with
    /// `strict-input` an input without effect is one that is accepted.
    func warnOfUnused(_ section: Section, _ route: RouteDefinition) {
        guard !diagnostics.hasMistakes, !route.strictInput, case .mapping(let entries)? = section["input"]?.content,
            let used = route.usedInputs
        else { return }
        for entry in entries where !used.contains(entry.key.text) {
            if case .script(let script) = route.action, script.mayRead(entry.key.text) { continue }
            diagnostics.warning(
                entry.key.location,
                "nothing uses the input '\(entry.key.text)'; a value is written as $\(entry.key.text)")
        }
    }
}

extension RouteDefinition {
    /// The names of the inputs that decide which requests match or are refused, or that are passed on; nil if all are.
    fileprivate var usedInputs: Set<String>? {
        var used = Set(patterns.flatMap(\.parameterNames) + (required + exclusive).flatMap(\.self))
        if let resultName { used.insert(resultName) }
        switch stdin {
        case .none: break
        case .json, .parameters: return nil
        case .parameter(let name): used.insert(name)
        }
        var templates = (present ?? []).flatMap(\.templates)
        switch action {
        case .run(let arguments): templates += arguments.flatMap(\.templates)
        case .open(let url), .redirect(let url): templates.append(url.template)
        case .script: break
        case .worker: return nil
        }
        if templates.contains(where: { $0.pieces.contains(.request(.url)) }) { return nil }
        return used.union(templates.flatMap(\.parameterNames))
    }
}

extension Script {
    /// Whether the text has the name of an input, or asks for all variables.
    fileprivate func mayRead(_ name: String) -> Bool { text.contains(name) || text.contains("env") }
}

import URLSchemeRouter

extension RouteReader {
    /// Warns of each declared input that has no effect. A mistake may be the reason, so it counts first; and with
    /// `strict-input` an input without effect is one that is accepted.
    func warnOfUnused(_ section: Section, _ route: RouteDefinition) {
        guard !diagnostics.hasMistakes, !route.strictInput, case .mapping(let entries)? = section["input"]?.content,
            let templates = route.templates
        else { return }
        var unused = entries
        func use(_ name: String) { unused.removeAll { $0.key.text == name } }
        for pattern in route.patterns where pattern.hasParameters { pattern.parameterNames.forEach(use) }
        for list in route.required + route.exclusive { list.forEach(use) }
        if let name = route.resultName { use(name) }
        if case .parameter(let name) = route.stdin { use(name) }
        for template in templates {
            for case .parameter(let name) in template.pieces { use(name) }
        }
        for entry in unused {
            if case .script(let script) = route.action, script.mayRead(entry.key.text) { continue }
            diagnostics.warning(
                entry.key.location,
                "nothing uses the input '\(entry.key.text)'; a value is written as $\(entry.key.text)")
        }
    }
}

extension RouteDefinition {
    /// The texts into which inputs are inserted; nil if all inputs are passed on.
    fileprivate var templates: [Template]? {
        switch stdin {
        case .none, .parameter: break
        case .json, .parameters: return nil
        }
        var templates = (present ?? []).flatMap(\.templates)
        switch action {
        case .run(let arguments): templates += arguments.flatMap(\.templates)
        case .open(let url), .redirect(let url): templates.append(url.template)
        case .script: break
        case .worker: return nil
        }
        if templates.contains(where: { $0.pieces.contains(.request(.url)) }) { return nil }
        return templates
    }
}

extension Script {
    /// Whether the text has the name of an input, or asks for all variables.
    fileprivate func mayRead(_ name: String) -> Bool { text.contains(name) || text.contains("env") }
}

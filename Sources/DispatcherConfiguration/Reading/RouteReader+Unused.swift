import URLSchemeRouter

extension RouteReader {
    /// Warns of each declared input that has no effect. A mistake may be the reason, so it counts first; and with
    /// `strict-input` an input without effect is one that is accepted.
    func warnOfUnused(_ section: Section, _ route: RouteDefinition) {
        guard !diagnostics.hasMistakes, !route.strictInput, case .mapping(let entries)? = section["input"]?.content
        else { return }
        var unused = entries.map(\.key)
        func use(_ name: String) { unused.removeAll { $0.text == name } }
        for pattern in route.patterns where pattern.hasParameters { pattern.parameterNames.forEach(use) }
        for list in route.required { list.forEach(use) }
        for list in route.exclusive { list.forEach(use) }
        if let name = route.resultName { use(name) }
        switch route.stdin {
        case .none: break
        case .json, .parameters: return
        case .parameter(let name): use(name)
        }
        var passesAll = false
        route.forEachTemplate { template in
            for piece in template.pieces {
                switch piece {
                case .text: break
                case .parameter(let name): use(name)
                case .request(let value): passesAll = passesAll || value == .url
                }
            }
        }
        guard !passesAll else { return }
        for name in unused {
            if case .script(let script) = route.action, script.mayRead(name.text) { continue }
            diagnostics.warning(
                name.location, "nothing uses the input '\(name.text)'; a value is written as $\(name.text)")
        }
    }
}

extension RouteDefinition {
    /// Calls a closure with each text into which its inputs are inserted, but not with that of a script.
    fileprivate func forEachTemplate(_ body: (Template) -> Void) {
        for argument in present ?? [] { argument.templates.forEach(body) }
        switch action {
        case .run(let arguments): for argument in arguments { argument.templates.forEach(body) }
        case .open(let url), .redirect(let url): body(url.template)
        case .script, .worker: break
        }
    }
}

extension Script {
    /// Whether the text has the name of an input, or asks for all variables.
    fileprivate func mayRead(_ name: String) -> Bool { text.contains(name) || text.contains("env") }
}

import URLSchemeRouter

extension RouteReader {
    /// Warns of each declared input without effect. A mistake may be the reason, so a route with mistakes gets no such
    /// warning. With `strict-input`, declaring an input has an effect: the route accepts the parameter.
    func warnOfUnused(_ section: Section, _ route: RouteDefinition) {
        guard !diagnostics.hasMistakes, !route.strictInput,
            case .mapping(let entries)? = section.value(of: RouteKeys.input)?.content
        else { return }
        for entry in entries where !route.uses(entry.key.text) {
            let name = entry.key.text
            diagnostics.warning(
                entry.key.location, "nothing uses the input '\(name)'; write $\(name) where the route needs its value")
        }
    }
}

extension RouteReader {
    /// Warns of a path that a command gets by its name, if a click runs the route unasked or an agent may use it.
    func warnOfNamedPaths(_ section: Section, _ route: RouteDefinition) {
        guard let field = route.input.first(where: \.isNamed) else { return }
        let caller = route.agent == .never ? "a click" : "an agent"
        guard route.desktop == .allow || route.agent != .never else { return }
        diagnostics.warning(
            section.location(of: RouteKeys.input),
            "\(caller) chooses the path '\(field.name)', and with 'as: name' another file can take its place before "
                + "the command opens it")
    }

    /// Warns of a route that an agent in a sandbox may run unasked, and that leads out of the sandbox.
    func warnOfAgents(_ section: Section, _ route: RouteDefinition) {
        guard route.agent == .allow, let reason = route.reasonToAsk else { return }
        diagnostics.warning(
            section.contains(SharedKeys.agent) ? section.location(of: SharedKeys.agent) : section.location,
            "'agent: allow' runs this route unasked, and \(reason); 'agent: ask' asks you each time")
    }
}

extension RouteDefinition {
    /// The reason why a request of an agent should be asked about; nil without a reason.
    fileprivate var reasonToAsk: String? {
        switch action {
        case .script: return "its script runs outside the agent's sandbox"
        case .open: return "what it opens is outside the agent's sandbox"
        case .run, .redirect, .worker: break
        }
        let path = input.first { if case .path = $0.type { true } else { false } }
        return path.map { "the agent chooses the path '\($0.name)'" }
    }

    /// Whether an input has an effect.
    fileprivate func uses(_ name: String) -> Bool {
        if actionUses(name) || resultName == name { return true }
        switch stdin {
        case .none: break
        case .json, .parameter(name): return true
        case .parameter: break
        }
        if present?.contains(where: { $0.uses(name) }) == true { return true }
        return required.contains { $0.contains(name) } || exclusive.contains { $0.contains(name) }
            || patterns.contains { $0.hasParameters && $0.parameterNames.contains(name) }
    }

    private func actionUses(_ name: String) -> Bool {
        switch action {
        case .run(let arguments): arguments.contains { $0.uses(name) }
        case .open(let url), .redirect(let url): url.template.uses(name)
        case .script(let script): script.mayRead(name)
        // The worker gets the whole input.
        case .worker: true
        }
    }
}

extension Argument {
    fileprivate func uses(_ name: String) -> Bool { templates.contains { $0.uses(name) } }
}

extension Template {
    /// Whether the template uses the input, by its name or in the URL of the request.
    fileprivate func uses(_ name: String) -> Bool {
        pieces.contains { piece in
            switch piece {
            case .text: false
            case .parameter(let used): used == name
            case .request(let value): value == .url
            }
        }
    }
}

extension Script {
    /// Whether the text contains the name of an input, or lists all variables.
    fileprivate func mayRead(_ name: String) -> Bool { text.contains(name) || text.contains("env") }
}

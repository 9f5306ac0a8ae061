import URLSchemeRouter

extension RouteReader {
    /// Warns of each declared input without effect. A mistake may be the reason, so a route with mistakes gets no such
    /// warning. With `strict-input`, declaring an input has an effect: the route accepts the parameter.
    func warnOfUnused(_ section: Section, _ route: RouteDefinition) {
        guard !diagnostics.hasMistakes, !route.strictInput else { return }
        for key in section.keys(in: RouteKeys.input) where !route.uses(key.text) {
            diagnostics.warning(
                key.location,
                "nothing uses the input '\(key.text)'; write $\(key.text) where the route needs its value")
        }
    }

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
            section.location(of: SharedKeys.agent),
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
        return input.first { $0.type.kind == .path }.map { "the agent chooses the path '\($0.name)'" }
    }

    /// Whether an input has an effect.
    fileprivate func uses(_ name: String) -> Bool {
        var templates = (present ?? []).flatMap(\.templates)
        switch action {
        case .run(let arguments): templates += arguments.flatMap(\.templates)
        case .open(let url), .redirect(let url): templates.append(url.template)
        // The text contains the name, or lists all variables.
        case .script(let script): if script.text.contains(name) || script.text.contains("env") { return true }
        // The worker gets the whole input.
        case .worker: return true
        }
        return resultName == name || stdin == .json || stdin == .parameter(name)
            || (required + exclusive).contains { $0.contains(name) }
            || patterns.contains { $0.hasParameters && $0.parameterNames.contains(name) }
            || templates.contains { $0.uses(name) }
    }
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

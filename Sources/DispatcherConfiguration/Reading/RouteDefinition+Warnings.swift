import URLSchemeRouter

extension RouteDefinition {
    /// The reason why a request of an agent should be asked about; nil without a reason.
    var reasonToAsk: String? {
        switch action {
        case .script: return "its script runs outside the agent's sandbox"
        case .open: return "what it opens is outside the agent's sandbox"
        case .run, .redirect, .worker: break
        }
        return input.first { $0.type.kind == .path }.map { "the agent chooses the path '\($0.name)'" }
    }

    /// Whether an input has an effect.
    func uses(_ name: String) -> Bool {
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

import QueryCoding

extension RouteReader {
    /// How the command of a route runs.
    func readCommand(_ section: Section, _ route: inout RouteDefinition) {
        route.stdin = stdin(section, route.input)
        route.output = section.word("output", as: RouteDefinition.Output.self) ?? .none
        route.timeout = section.duration("timeout")
        route.environment = EnvironmentReader.names(section)
        route.directory = section.place("directory", relativeTo: origin.folder)
        route.cancelExits.formUnion(cancelExits(section))
        if let text = section.text("errors") {
            route.tellsStderr = text.text == "stderr"
            if !route.tellsStderr { section.refuse("errors", "stderr", text.text) }
        }
    }

    /// Who may use a route, and how often.
    func readPolicy(_ section: Section, _ route: inout RouteDefinition) {
        route.tokenFile = tokenFile(section)
        route.rate = rate(section)
    }

    private func stdin(_ section: Section, _ fields: [InputField]) -> RouteDefinition.Stdin {
        guard let text = section.text("stdin") else { return .none }
        switch text.text {
        case "none": return .none
        case "json": return .json
        default: break
        }
        let parser = TemplateParser(fields: fields, findings: findings)
        guard text.text.hasPrefix("$") else {
            section.refuse("stdin", "json, none or a parameter such as $body", text.text)
            return .none
        }
        guard let template = parser.parse(text) else { return .none }
        guard template.pieces.count == 1, let name = template.parameterNames.first else {
            section.refuse("stdin", "json, none or a parameter such as $body", text.text)
            return .none
        }
        if fields.contains(where: { $0.name == name && $0.isArray }) {
            findings.mistake(text.location, "'$\(name)' is an array; 'stdin: json' gives all its values")
        }
        return .parameter(name)
    }

    private func cancelExits(_ section: Section) -> [Int] {
        guard let node = section["cancel-exit"] else { return [] }
        let texts: [LocatedText]
        if case .text(let text) = node.content {
            texts = [LocatedText(text: text, location: node.location)]
        } else {
            texts = section.texts("cancel-exit") ?? []
        }
        return texts.compactMap { text in
            if let status = Int(text.text), (1...255).contains(status) { return status }
            findings.mistake(text.location, "an exit status is a whole number from 1 to 255, not '\(text.text)'")
            return nil
        }
    }

    /// `token: {file: F}`
    private func tokenFile(_ section: Section) -> String? {
        guard let node = section["token"] else { return nil }
        guard let token = Section(node, named: "'token'", keys: ["file"], findings: findings) else { return nil }
        guard token.contains("file") else {
            findings.mistake(token.location, "'token' needs 'file'")
            return nil
        }
        let file = token.place("file", relativeTo: origin.folder)
        guard origin.isOwn else {
            findings.warning(section.keyLocation("token"), "'token' is ignored in a file that is not the user's own")
            return nil
        }
        return file
    }

    /// `rate: 5`, whose burst is twice as much, or `rate: {per-second: 5, burst: 50}`.
    private func rate(_ section: Section) -> RouteDefinition.Rate? {
        guard let node = section["rate"] else { return nil }
        if case .text = node.content {
            return section.whole("rate", in: 1...1_000_000).map { RouteDefinition.Rate(perSecond: $0, burst: 2 * $0) }
        }
        guard let rate = Section(node, named: "'rate'", keys: ["per-second", "burst"], findings: findings) else {
            return nil
        }
        let perSecond = rate.whole("per-second", in: 1...1_000_000) ?? 10
        return RouteDefinition.Rate(
            perSecond: perSecond, burst: rate.whole("burst", in: 1...1_000_000) ?? 2 * perSecond)
    }
}

import QueryCoding
import XCallbackURL

/// Reads `run` and `open`.
struct ActionReader {
    let origin: FileOrigin
    let fields: [InputField]
    let findings: Findings

    private var templates: TemplateParser { TemplateParser(fields: fields, findings: findings) }

    /// The arguments of a command.
    func arguments(_ elements: [YAMLNode], at location: SourceLocation) -> [Argument] {
        guard let program = elements.first else {
            findings.mistake(location, "'run' must name a program")
            return []
        }
        var arguments: [Argument] = []
        if let text = literal(program) {
            let path = FilePlace.program(text, relativeTo: origin.folder)
            arguments.append(.element(Template(pieces: [.text(path)])))
        }
        for element in elements.dropFirst() {
            switch element.content {
            case .list(let parts): arguments += group(parts, element).map { [.group($0)] } ?? []
            case .nothing: findings.mistake(element.location, "an argument has no value; an empty one is \"\"")
            case .text, .mapping, .refused: arguments += template(element).map { [.element($0)] } ?? []
            }
        }
        return arguments
    }

    /// No URL chooses which program runs.
    private func literal(_ node: YAMLNode) -> String? {
        guard case .text = node.content else {
            node.refuse("the program", "a text", findings)
            return nil
        }
        guard let template = template(node) else { return nil }
        guard let text = template.literal, !text.isEmpty else {
            findings.mistake(node.location, "the program must be literal text, without parameters")
            return nil
        }
        return text
    }

    private func group(_ parts: [YAMLNode], _ node: YAMLNode) -> [Template]? {
        guard !parts.isEmpty else {
            findings.mistake(node.location, "a group needs at least one argument")
            return nil
        }
        let templates = parts.compactMap { part -> Template? in
            if case .list = part.content {
                findings.mistake(part.location, "a group holds no other group")
                return nil
            }
            return template(part)
        }
        guard templates.count == parts.count else { return nil }
        checkArrays(templates.flatMap(\.parameterNames), in: "a group", node.location)
        return templates
    }

    private func template(_ node: YAMLNode) -> Template? {
        guard let text = node.text("an argument", findings), let template = templates.parse(text) else { return nil }
        checkArrays(template.parameterNames, in: "an argument", node.location)
        return template
    }

    private func checkArrays(_ names: [String], in place: String, _ location: SourceLocation) {
        let arrays = Set(names).intersection(fields.filter(\.isArray).map(\.name)).sorted()
        guard arrays.count > 1 else { return }
        let shown = arrays.map { "'$\($0)'" }.joined(separator: " and ")
        findings.mistake(location, "\(place) can be repeated for one array only, not for \(shown)")
    }

    /// The URL that a route opens.
    func openTemplate(_ text: LocatedText) -> OpenTemplate? {
        guard let template = templates.parse(text) else { return nil }
        for name in template.parameterNames where fields.contains(where: { $0.name == name && $0.isArray }) {
            findings.mistake(text.location, "'$\(name)' is an array, and a URL has one place for one value")
            return nil
        }
        let head: String = if case .text(let head)? = template.pieces.first { head } else { "" }
        guard let colon = head.firstIndex(of: ":"), let scheme = Scheme(head[..<colon]) else {
            findings.mistake(
                text.location, "'open' must begin with a literal scheme, as in 'notes:///create?title=$title'")
            return nil
        }
        guard !BannedScheme.isNeverATemplate(scheme) else {
            findings.mistake(text.location, "\(scheme): is never opened: it runs or shows what the URL itself holds")
            return nil
        }
        guard hasLiteralAuthority(template, behind: head[head.index(after: colon)...]) else {
            findings.mistake(
                text.location, "the authority in 'open' must be literal text, with '/' or '?' before a value")
            return nil
        }
        guard isWellFormed(template, at: text.location) else { return nil }
        if let reason = BannedScheme.reason(scheme, parameters: []) {
            findings.warning(text.location, "\(reason); as the target of 'open' it is, by this file's choice")
        }
        return OpenTemplate(template: template)
    }

    private func hasLiteralAuthority(_ template: Template, behind head: Substring) -> Bool {
        guard template.pieces.count > 1, head.hasPrefix("//") else { return true }
        return head.dropFirst(2).utf8.contains {
            [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
        }
    }

    /// Reads the URL with a letter in place of each value.
    private func isWellFormed(_ template: Template, at location: SourceLocation) -> Bool {
        let text = template.pieces.map { if case .text(let text) = $0 { text } else { "v" } }.joined()
        do {
            let raw = try RawURL(Array(text.utf8))
            _ = try raw.decodedSegments()
            _ = try raw.decodedParameters(plusAsSpace: false, limit: .max)
            if let fragment = raw.fragment { _ = try RawURL.decode(fragment, part: .fragment) }
            return true
        } catch {
            findings.mistake(location, "'open' is no URL: \(error)")
            return false
        }
    }
}

import QueryCoding
import URLSchemeRouter

/// Reads one route of a file.
struct RouteReader {
    let origin: FileOrigin
    let diagnostics: Diagnostics
    let settings: Settings
    /// The values of the file for all of its routes.
    let feature: String
    let desktop: DesktopRule
    let callbacks: CallbackLists?
    let policy: RoutePolicy

    /// The keys of the actions. A route has exactly one.
    enum ActionKey: String, CaseIterable {
        case run, script, open, redirect
    }

    /// Keys that require a command.
    private static let commandKeys = KeyTable.route.names(needing: KeyTable.commands)

    /// Reads the route; nil if it is unusable because of a mistake.
    func route(_ node: YAMLNode) -> RouteDefinition? {
        guard
            let section = Section(node, named: "a route", of: .route, foreign: .route, diagnostics: diagnostics)
        else { return nil }
        let name = name(section)
        let patterns = patterns(section)
        let fields = fields(section, patterns ?? [])
        let action = action(section, fields)
        guard let name, let patterns, let action else { return nil }
        var route = RouteDefinition(
            name: feature + "." + name, feature: feature, patterns: patterns, summary: section.text("summary")?.text,
            input: fields, action: action, desktop: desktop(section), callbacks: callbacks(section),
            location: section.location)
        route.apps = apps(section)
        route.confirm = confirm(section, action)
        // A relative program of the same text in another folder is another program.
        route.declaredText = node.json(after: origin.folder + " ")
        readCommand(section, &route)
        route.policy = PolicyReader(origin: origin, diagnostics: diagnostics).policy(section, above: policy)
        checkStripped(section, route)
        checkToken(section, route)
        route.isFallback = section.flag("fallback") ?? false
        route.isStrict = section.flag("strict") ?? false
        route.isDurable = section.flag("durable") ?? false
        route.strictInput = section.flag("strict-input") ?? false
        readTogether(section, &route)
        readAnswer(section, &route)
        for node in section.list("examples") ?? [] {
            if let example = example(node, route) { route.examples.append(example) }
        }
        warnOfUnused(section, route)
        return route
    }

    private func name(_ section: Section) -> String? {
        guard section.contains("name") else {
            diagnostics.mistake(section.location, "a route needs 'name'")
            return nil
        }
        guard let text = section.text("name") else { return nil }
        guard NameRules.isName(text.text) else {
            diagnostics.mistake(text.location, "the name '\(text.text)' must be lower-case letters, digits and '-'")
            return nil
        }
        return text.text
    }

    private func patterns(_ section: Section) -> [RoutePattern]? {
        guard let node = section["path"] else {
            diagnostics.mistake(section.location, "a route needs 'path'")
            return nil
        }
        var texts: [LocatedText] = []
        switch node.content {
        case .text(let text): texts = [LocatedText(text: text, location: node.location)]
        case .list:
            texts = section.texts("path") ?? []
            if texts.isEmpty { diagnostics.mistake(node.location, "'path' needs at least one pattern") }
        case .nothing, .refused, .mapping: node.refuse("'path'", "a pattern or a list of patterns", diagnostics)
        }
        let patterns = texts.compactMap { text in
            do {
                return try RoutePattern(text.text)
            } catch {
                diagnostics.mistake(text.location, "\(error)")
                return nil
            }
        }
        return patterns.isEmpty || patterns.count < texts.count ? nil : patterns
    }

    /// Returns the parameters of the path that `input` does not name, followed by the declared parameters.
    private func fields(_ section: Section, _ patterns: [RoutePattern]) -> [InputField] {
        let declared =
            section["input"].map { InputReader(folder: origin.folder, diagnostics: diagnostics).fields($0) } ?? []
        let place = section.keyLocation("input")
        return InputField.fields(declared, of: patterns) { [diagnostics] in diagnostics.mistake(place, $0) }
    }

    private func action(_ section: Section, _ fields: [InputField]) -> RouteDefinition.Action? {
        let reader = ActionReader(origin: origin, fields: fields, diagnostics: diagnostics)
        guard let key = ActionKey.allCases.first(where: { section.contains($0.rawValue) }) else {
            let keys = alternatives(ActionKey.allCases.map { "'\($0.rawValue)'" })
            diagnostics.mistake(section.location, "a route needs \(keys)")
            return nil
        }
        guard ActionKey.allCases.count(where: { section.contains($0.rawValue) }) == 1 else {
            let given = ActionKey.allCases.filter { section.contains($0.rawValue) }
            let shown = given.map { "'\($0.rawValue)'" }.joined(separator: " and ")
            diagnostics.mistake(section.keyLocation(given[1].rawValue), "a route has one action, not \(shown)")
            return nil
        }
        guard let node = section[key.rawValue] else { return nil }
        if key != .script, section.contains("interpreter") {
            diagnostics.mistake(
                section.keyLocation("interpreter"), "'interpreter' goes with 'script', not with '\(key.rawValue)'")
        }
        switch key {
        case .run: return reader.arguments(node, of: key.rawValue).map { .run($0) }
        case .script: return script(section, fields).map { .script($0) }
        case .open: return actionURL(node, key, section).flatMap { reader.opened($0) }.map { .open($0) }
        case .redirect: return actionURL(node, key, section).flatMap { reader.redirected($0) }.map { .redirect($0) }
        }
    }

    /// Reads the URL of an action that runs no command.
    private func actionURL(_ node: YAMLNode, _ key: ActionKey, _ section: Section) -> LocatedText? {
        for other in Self.commandKeys where section.contains(other) {
            diagnostics.mistake(
                section.keyLocation(other), "'\(other)' goes with 'run' and 'script', not with '\(key.rawValue)'")
        }
        return node.text("'\(key.rawValue)'", diagnostics)
    }

    private func desktop(_ section: Section) -> DesktopRule {
        guard let rule = section.word("desktop", as: DesktopRule.self) else { return desktop }
        return rule.capped(for: origin, at: section.keyLocation("desktop"), diagnostics)
    }

    private func callbacks(_ section: Section) -> [CallbackLists] {
        let reader = CallbackReader(origin: origin, diagnostics: diagnostics)
        let own = reader.lists(section["callbacks"], defaults: callbacks ?? settings.callbacks)
        return [callbacks, own].compactMap(\.self)
    }

    private func example(_ node: YAMLNode, _ route: RouteDefinition) -> RouteDefinition.Example? {
        let section = Section(node, named: "an example", of: .example, diagnostics: diagnostics)
        guard let section else { return nil }
        let wanted: String? =
            switch route.action {
            case .run: "argv"
            case .open, .redirect: "opens"
            case .script, .worker: nil
            }
        for (key, actions) in [("argv", "'run'"), ("opens", "'open' and 'redirect'")]
        where key != wanted && section.contains(key) {
            diagnostics.mistake(section.keyLocation(key), "'\(key)' goes with \(actions) routes")
        }
        guard section.contains("url") else {
            diagnostics.mistake(section.location, "an example needs 'url'")
            return nil
        }
        guard let url = section.text("url") else { return nil }
        return RouteDefinition.Example(
            url: url.text, arguments: section.command("argv", relativeTo: origin.folder),
            opens: section.text("opens")?.text, location: section.location)
    }
}

extension InputField {
    /// Makes the field for a path parameter that `input` does not name.
    init(_ name: String, of patterns: [RoutePattern]) {
        let isRest = patterns.contains { $0.isRest(name) }
        let mayBeMissing = patterns.contains { $0.isOptional(name) || !$0.parameterNames.contains(name) }
        self.init(
            name: name, type: InputType(of: name, in: patterns), isOptional: mayBeMissing && !isRest, isArray: isRest)
    }
}

extension InputType {
    /// The type of the parameter in the patterns; a line if they have none, or different types.
    fileprivate init(of name: String, in patterns: [RoutePattern]) {
        let names = Set(patterns.compactMap { $0.typeName(of: name) })
        let expression = patterns.lazy.compactMap { $0.expression(of: name) }.first
        switch names.count == 1 ? names.first : nil {
        case "int": self = .int(min: nil, max: nil)
        case "number": self = .number(min: nil, max: nil)
        case "bool": self = .bool
        case "uuid": self = .uuid
        case "date": self = .date
        case nil: self = .line
        default: self = expression.map { .matching($0, isLine: true) } ?? .line
        }
    }
}

extension DesktopRule {
    /// Turns `allow` into `ask` for a file outside the user's own folder.
    func capped(for origin: FileOrigin, at location: SourceLocation, _ diagnostics: Diagnostics) -> DesktopRule {
        guard self == .allow, !origin.isOwn else { return self }
        diagnostics.warning(location, "'desktop: allow' means 'ask' in a file outside the user's own folder")
        return .ask
    }
}

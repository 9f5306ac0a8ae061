import QueryCoding
import URLSchemeRouter

/// Reads one route of a file.
struct RouteReader {
    let context: ValueContext
    let settings: Settings
    let feature: String
    /// The values that the file sets for all of its routes.
    let shared: SharedKeys

    var diagnostics: Diagnostics { context.diagnostics }

    /// Reads the route; nil if it is unusable because of a mistake.
    func route(_ node: YAMLNode) -> RouteDefinition? {
        let empty = RouteDefinition(
            name: "", feature: feature, action: .run([]), desktop: shared.desktop, location: node.location)
        var draft = RouteDraft(route: empty, shared: shared)
        draft.shared.hosts = shared.callbacks?.hosts ?? shared.hosts
        draft.shared.callbacks = nil
        guard let section = RouteKeys.table.read(node, named: "a route", into: &draft, context) else { return nil }
        // The route is a large value. This code modifies it in place.
        draft.route.input = InputField.fields(draft.route.input, of: draft.route.patterns) { [diagnostics] in
            diagnostics.mistake(section.location(of: RouteKeys.input), $0)
        }
        if shared.isOpaque { checkOpaque(section, draft.route) }
        let actions = ActionReader(context: context, fields: draft.route.input)
        guard let action = action(draft, section, actions), let name = draft.name, !draft.route.patterns.isEmpty else {
            return nil
        }
        draft.route.name = feature + "." + name
        draft.route.action = action
        if action.target?.hasValueInAuthority ?? false {
            draft.route.valueInAuthority = (draft.open ?? draft.redirect)?.location
        }
        (draft.route.desktop, draft.route.agent) = (draft.shared.desktop, draft.shared.agent)
        draft.route.callbacks = [shared.callbacks, draft.shared.callbacks].compactMap(\.self)
        draft.route.policy = draft.shared.policy
        // A relative path is part of the text, so the folder is too: the same path in another folder names another
        // program.
        draft.route.declaredText = node.json(after: context.origin.folder + " ")
        readCommand(&draft, section, actions)
        checkUnknownPrograms(&draft.route, section)
        checkStripped(section, draft.route)
        checkToken(section, draft.route)
        readTogether(&draft)
        if let text = draft.resultName { draft.route.resultName = resultName(text, draft.route.input) }
        for node in draft.examples {
            if let example = example(node, section.choice) { draft.route.examples.append(example) }
        }
        warnOfUnused(section, draft.route)
        warnOfNamedPaths(section, draft.route)
        warnOfAgents(section, draft.route)
        return draft.route
    }

    private func action(
        _ draft: RouteDraft, _ section: Section, _ reader: ActionReader
    ) -> RouteDefinition.Action? {
        guard section.choice != nil else { return nil }
        if let run = draft.run { return reader.arguments(run, of: RouteKeys.run.name).map { .run($0) } }
        if let open = draft.open { return reader.opened(open).map { .open($0) } }
        if let redirect = draft.redirect { return reader.redirected(redirect).map { .redirect($0) } }
        if let worker = draft.worker { return .worker(worker) }
        return script(draft, section).map { .script($0) }
    }

    private func example(_ node: YAMLNode, _ action: String?) -> RouteDefinition.Example? {
        var draft = ExampleDraft(
            example: RouteDefinition.Example(url: "", location: node.location), action: action)
        return ExampleKeys.table.read(node, named: "an example", into: &draft, context).map { _ in draft.example }
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
    /// Returns the type of the parameter in the patterns; `line` if the patterns have no type, or different types.
    fileprivate init(of name: String, in patterns: [RoutePattern]) {
        let names = Set(patterns.compactMap { $0.typeName(of: name) })
        guard names.count == 1, let typeName = names.first else {
            self = .line
            return
        }
        let plain = Self.plain.first { $0.key.rawValue == typeName && $0.key != .string }?.value
        let expression = patterns.lazy.compactMap { $0.expression(of: name) }.first
        self = plain ?? expression.map { .matching($0, isLine: true) } ?? .line
    }
}

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
        if let text = draft.resultName { draft.route.resultName = resultName(text, draft.route) }
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

    /// Reads the keys that shape the command's surroundings, and checks the command's standard input.
    func readCommand(_ draft: inout RouteDraft, _ section: Section, _ actions: ActionReader) {
        draft.route.present = draft.present.flatMap { actions.arguments($0, of: RouteKeys.present.name) }
        if let text = draft.stdin { draft.route.stdin = stdin(text, draft.route.input) }
        checkInput(section, draft.route)
        // An author may close a file to clicks for a while, so this is only a warning.
        if draft.route.notifies, draft.route.desktop == .never {
            diagnostics.warning(
                section.location(of: RouteKeys.notify),
                "'notify' shows the results of clicks, and with 'desktop: never' no click runs the route")
        }
    }

    /// Refuses a value in the standard input of a program that runs its standard input as code.
    private func checkInput(_ section: Section, _ route: RouteDefinition) {
        guard route.stdin != .none else { return }
        let arguments: [Argument] =
            switch route.action {
            case .run(let words): words
            // The name of the script's file is added to these words.
            case .script(let script): [Argument](literals: script.program + ["./script"])
            case .open, .redirect, .worker: []
            }
        guard let injection = CommandCheck(arguments, fields: route.input).inputInjection, injection.kind != .unknown
        else { return }
        diagnostics.mistake(section.location(of: RouteKeys.stdin), injection.message(for: "its standard input"))
    }

    /// Lets a route ask that gives a value to a program of which the table does not say what it takes as data.
    func checkUnknownPrograms(_ route: inout RouteDefinition, _ section: Section) {
        guard route.desktop != .never || route.agent != .never else { return }
        let run: [Argument] = if case .run(let words) = route.action { words } else { [] }
        let checks = [route.present ?? [], run].map { CommandCheck($0, fields: route.input) }
        let found =
            checks.flatMap { Array($0.injections.values) }
            + (route.stdin == .none ? [] : [checks[1].inputInjection].compactMap(\.self))
        guard let injection = found.first(where: { $0.kind == .unknown && !CommandSyntax.isOwn($0.program) }) else {
            return
        }
        let location = section.location(of: run.isEmpty ? RouteKeys.present : RouteKeys.run)
        let message = injection.message(for: "a value")
        route.isUnjudged = true
        guard route.desktop == .allow || route.agent == .allow || route.policy.token != nil else {
            return diagnostics.warning(location, message)
        }
        diagnostics.overruled(location, "\(message); until then the route asks")
        if route.desktop == .allow { route.desktop = .ask }
        if route.agent == .allow { route.agent = .ask }
    }

    /// Reports each input that a URL cannot give a value. An opaque URL has no query, so all inputs are in the path.
    func checkOpaque(_ section: Section, _ route: RouteDefinition) {
        for key in section.keys(in: RouteKeys.input) {
            let field = route.input.first { $0.name == key.text }
            if let fault = field?.fault(inOpaque: route.patterns) { diagnostics.mistake(key.location, fault) }
        }
    }

    /// Reports parameters that `strip` removes although the input declares them.
    func checkStripped(_ section: Section, _ route: RouteDefinition) {
        let stripping = ParameterStripping(route.policy.strip)
        // `strip` does not remove parameters of the path.
        for field in route.input where !route.patterns.allSatisfy({ $0.parameterNames.contains(field.name) }) {
            guard stripping.takes(field.name) else { continue }
            let place =
                section.contains(SharedKeys.strip)
                ? "" : " of the file; write 'strip: []' in the route to remove nothing"
            diagnostics.mistake(
                section.location(of: SharedKeys.strip, or: RouteKeys.input),
                "the parameter '\(field.name)' is removed by 'strip'\(place)")
        }
    }

    /// Reports an input with the name of a parameter that carries the token.
    func checkToken(_ section: Section, _ route: RouteDefinition) {
        guard let name = route.policy.token?.parameter, route.input.contains(where: { $0.name == name }) else { return }
        diagnostics.mistake(
            section.location(of: SharedKeys.token, or: RouteKeys.input),
            "'\(name)' carries the token, so it cannot be an input")
    }

    private func stdin(_ text: LocatedText, _ fields: [InputField]) -> RouteDefinition.Stdin {
        func refuse(among words: [String] = []) -> RouteDefinition.Stdin {
            diagnostics.mistake(
                text.location,
                "'\(RouteKeys.stdin.name)' must be \(RouteKeys.stdin.definition.expectation), not '\(text.text)'"
                    + hint(for: text.text, among: words))
            return .none
        }
        switch text.text {
        case "none": return .none
        case "json": return .json
        default: break
        }
        guard text.text.hasPrefix("$") else {
            return refuse(among: ["json", "none"] + fields.map { "$\($0.name)" })
        }
        let parser = TemplateParser(fields: fields, diagnostics: diagnostics)
        guard let template = parser.parse(text) else { return .none }
        guard template.pieces.count == 1, let name = template.parameterNames.first else { return refuse() }
        if fields.contains(where: { $0.name == name && $0.isArray }) {
            diagnostics.mistake(text.location, "'$\(name)' is an array; use 'stdin: json' to pass all of its values")
        }
        return .parameter(name)
    }

    /// Reads `script` and `interpreter`; nil, with a mistake, if the script has no text.
    func script(_ draft: RouteDraft, _ section: Section) -> Script? {
        guard let text = draft.script else { return nil }
        checkVariables(draft.route, section)
        guard text.text.contains(where: { !$0.isWhitespace }) else {
            return context.mistake(
                text.location, "'script' has no text; write it as in 'script: |', indented on the next lines")
        }
        guard !text.text.utf8.contains(0) else {
            return context.mistake(text.location, "a script cannot hold U+0000")
        }
        // The shell would read it as the input 'x' with a default.
        for value in Template.RequestValue.allCases.map(\.rawValue)
        where draft.interpreter == nil && text.text.contains("${\(value)}") {
            diagnostics.mistake(
                text.location,
                "a script does not get '${\(value)}'; pass it as an argument, as in run: [sh, -c, 'echo \"$$1\"', sh, "
                    + "'${\(value)}']")
        }
        if draft.interpreter == nil, text.text.utf8.count > Script.maximumLength {
            diagnostics.mistake(
                text.location,
                "'script' is longer than \(Script.maximumLength) bytes; put the script into a file, "
                    + "and name the file in 'run'")
        }
        return Script(text: text.text, interpreter: draft.interpreter)
    }

    /// Checks the names of the inputs. Each input becomes a variable, which must not replace a variable that programs
    /// need.
    private func checkVariables(_ route: RouteDefinition, _ section: Section) {
        for name in route.input.map(\.name) {
            let fault: String
            if !NameRules.isScriptVariable(name) {
                fault =
                    "cannot be a variable of 'script', whose names are a lower-case letter, then letters, digits and "
                    + "'_'; pass it as an argument, as in run: [sh, -c, 'echo \"$$1\"', sh, '${\(name)}']"
            } else if name.lowercased().hasSuffix("_proxy") {
                fault = "would set the proxy of the programs in 'script'; choose another name"
            } else if ["fish_", "fn_"].contains(where: name.hasPrefix) {
                fault = "would be a setting of a shell in 'script'; choose another name"
            } else if (route.environment + settings.environment).contains(name) {
                fault = "would replace the variable that 'environment' lists; choose another name"
            } else {
                continue
            }
            diagnostics.mistake(
                section.location(of: RouteKeys.input, or: RouteKeys.path), "the parameter '\(name)' \(fault)")
        }
    }

    /// Warns of each declared input without effect. A mistake may be the reason, so a route with mistakes gets no such
    /// warning. With `strict-input`, declaring an input has an effect: the route accepts the parameter.
    func warnOfUnused(_ section: Section, _ route: RouteDefinition) {
        guard !diagnostics.hasMistakes, !route.strictInput else { return }
        let script = if case .script(let script) = route.action { script.text } else { "" }
        let words = script.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }.filter { $0.first == "$" }
        for key in section.keys(in: RouteKeys.input) where !route.uses(key.text) {
            let slip = nearest(to: "$\(key.text)", among: words.map(String.init)).map { ", not \($0)," } ?? ""
            diagnostics.warning(
                key.location,
                "nothing uses the input '\(key.text)'; write $\(key.text)\(slip) where the route needs its value")
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

    /// Checks `require: [[id, title]]` and `exclusive: [[id, title]]`.
    func readTogether(_ draft: inout RouteDraft) {
        let fields = draft.route.input
        draft.route.required = draft.required.map { names(in: $0, of: RouteKeys.require.name, fields) }
        draft.route.exclusive = draft.exclusive.map { names(in: $0, of: RouteKeys.exclude.name, fields) }
    }

    private func names(in group: [LocatedText], of key: String, _ fields: [InputField]) -> [String] {
        for text in group where declared(text, fields)?.isRequired ?? false {
            diagnostics.mistake(
                text.location,
                "'\(text.text)' is always required, so '\(key)' cannot name it; end its type with '?' to make it optional"
            )
        }
        return group.map(\.text)
    }

    private func declared(_ text: LocatedText, _ fields: [InputField]) -> InputField? {
        let field = fields.first { $0.name == text.text }
        if field == nil {
            let hint = hint(for: text.text, among: fields.map(\.name))
            diagnostics.mistake(text.location, "unknown parameter '\(text.text)'\(hint)")
        }
        return field
    }

    /// Checks `result-name: retParam`.
    func resultName(_ text: LocatedText, _ route: RouteDefinition) -> String? {
        if !route.outputPrefix.isEmpty {
            diagnostics.mistake(text.location, "'prefix' does not go with 'result-name'; use one of them")
        }
        guard let field = declared(text, route.input) else { return nil }
        switch field.type {
        case .string, .line, .matching, .oneOf: break
        default:
            diagnostics.mistake(
                text.location, "'\(text.text)' holds a name, so its type must be 'line', not '\(field.type.name)'")
        }
        if field.isArray {
            diagnostics.mistake(text.location, "'\(text.text)' is an array, and the result has one name")
        }
        if field.isSecret {
            diagnostics.mistake(
                text.location, "'\(text.text)' is secret, but a callback would show its value as a name")
        }
        if let name = field.defaultValue?.text, !NameRules.isResultName(name) {
            diagnostics.mistake(text.location, "the default '\(name)' of '\(text.text)' cannot name a result")
        }
        return field.name
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

    /// Returns why no opaque URL can give the field a value; nil if a URL can.
    fileprivate func fault(inOpaque patterns: [RoutePattern]) -> String? {
        let lacking = patterns.filter { !$0.parameterNames.contains(name) }
        if lacking.count == patterns.count {
            return "'\(name)' is in no path, and an opaque URL has no query"
        }
        if let pattern = lacking.first, isRequired {
            return "'\(name)' is not in the path \(pattern), and an opaque URL has no query; make it optional"
        }
        if let separator, separator == .newline || separator == .character(UInt8(ascii: "%")) {
            return "no URL has the separator '\(separator.name)' raw, and an opaque URL is split before it is decoded"
        }
        return nil
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

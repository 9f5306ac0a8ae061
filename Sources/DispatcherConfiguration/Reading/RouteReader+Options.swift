import QueryCoding
import URLSchemeRouter

extension RouteReader {
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
            if text.text == "parameters" {
                diagnostics.mistake(
                    text.location, "'stdin: parameters' is gone; declare the parameters, and write 'stdin: json'")
                return .none
            }
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
}

extension InputField {
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

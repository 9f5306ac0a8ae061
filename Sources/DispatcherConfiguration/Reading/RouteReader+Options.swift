import QueryCoding
import URLSchemeRouter

extension RouteReader {
    /// Reads the keys for the command of a route.
    func readCommand(_ section: Section, _ route: inout RouteDefinition) {
        let actions = ActionReader(origin: origin, fields: route.input, diagnostics: diagnostics)
        route.present = section["present"].flatMap { actions.arguments($0, of: "present") }
        route.stdin = stdin(section, route.input)
        route.output = section.word("output", as: RouteDefinition.Output.self) ?? .none
        route.notifies = notifies(section, route)
        checkInput(section, route)
        route.timeout = section.duration("timeout")
        route.environment = section.environmentNames()
        route.directory = section.place("directory", relativeTo: origin.folder)
        route.cancelExits += cancelExits(section)
        route.sandbox =
            section["sandbox"].map { SandboxReader(origin: origin, diagnostics: diagnostics).properties($0) } ?? []
        if let text = section.text("errors") {
            route.tellsStderr = text.text == "stderr"
            if !route.tellsStderr { section.refuse("errors", "stderr", text.text, among: ["stderr"]) }
        }
    }

    /// Reads `script`, whose variables are the inputs.
    func script(_ section: Section, _ fields: [InputField]) -> Script? {
        let listed = (section.texts("environment") ?? []).map(\.text)
        return ScriptReader(
            origin: origin, diagnostics: diagnostics, fields: fields, environment: listed + settings.environment
        ).script(section)
    }

    /// A program that reads its code from standard input must not read a value there.
    private func checkInput(_ section: Section, _ route: RouteDefinition) {
        guard route.stdin != .none else { return }
        let arguments: [Argument]
        switch route.action {
        case .run(let words): arguments = words
        // The name of the script's file follows.
        case .script(let script): arguments = [Argument](literals: script.program + ["script"])
        case .open, .redirect, .worker: return
        }
        guard let injection = CommandCheck(arguments, fields: route.input).inputInjection else { return }
        let effect =
            injection.kind == .code
            ? "\(injection.program) would run its standard input as code"
            : "the standard input would choose what \(injection.program) runs"
        diagnostics.mistake(
            section.keyLocation("stdin"), "\(effect); name the program that reads it, or use 'script'")
    }

    private func notifies(_ section: Section, _ route: RouteDefinition) -> Bool {
        guard section.flag("notify") ?? false else { return false }
        // A file may be closed to clicks for a while.
        if route.desktop == .never {
            diagnostics.warning(
                section.keyLocation("notify"),
                "'notify' shows the results of clicks, and with 'desktop: never' no click runs the route")
        }
        return true
    }

    /// Reads `from-app: [firefox, org.mozilla.firefox]`.
    func apps(_ section: Section) -> [String]? {
        guard let texts = section.texts("from-app") else { return nil }
        if texts.isEmpty {
            diagnostics.mistake(
                section.keyLocation("from-app"), "'from-app' needs at least one app; see 'desktop: never'")
        }
        return texts.map { text in
            if text.text.isEmpty || text.text.hasSuffix(".desktop") || text.text.utf8.contains(UInt8(ascii: "/")) {
                diagnostics.mistake(
                    text.location,
                    "'from-app' lists desktop entries by their ids, as in 'firefox', not '\(text.text)'")
            }
            return text.text
        }
    }

    /// Reads the wording of the question.
    func confirm(_ section: Section, _ action: RouteDefinition.Action) -> String? {
        guard let text = section.text("confirm") else { return nil }
        if case .redirect = action {
            diagnostics.mistake(
                section.keyLocation("confirm"), "nobody is asked about a 'redirect'; its target may have 'confirm'")
        }
        if text.text.isEmpty || text.text.utf8.contains(UInt8(ascii: "\n")) || text.text.utf8.count > 200 {
            diagnostics.mistake(text.location, "'confirm' must be one line of 1 to 200 bytes")
        }
        return text.text
    }

    /// Reports parameters that `strip` removes although the input declares them.
    func checkStripped(_ section: Section, _ route: RouteDefinition) {
        let stripping = ParameterStripping(route.policy.strip)
        // Parameters of the path are not removed.
        for field in route.input where !route.patterns.allSatisfy({ $0.parameterNames.contains(field.name) }) {
            guard stripping.takes(field.name) else { continue }
            let place =
                section.contains("strip") ? "" : " of the file; write 'strip: []' in the route to remove nothing"
            diagnostics.mistake(
                section.keyLocation(section.contains("strip") ? "strip" : "input"),
                "the parameter '\(field.name)' is removed by 'strip'\(place)")
        }
    }

    /// Reports an input that the token's parameter would be taken from.
    func checkToken(_ section: Section, _ route: RouteDefinition) {
        guard let name = route.policy.token?.parameter, route.input.contains(where: { $0.name == name }) else { return }
        diagnostics.mistake(
            section.keyLocation(section.contains("token") ? "token" : "input"),
            "'\(name)' brings the token, so it cannot be an input")
    }

    private func stdin(_ section: Section, _ fields: [InputField]) -> RouteDefinition.Stdin {
        guard let text = section.text("stdin") else { return .none }
        switch text.text {
        case "none": return .none
        case "json": return .json
        case "parameters": return allParameters(text, fields)
        default: break
        }
        let parser = TemplateParser(fields: fields, diagnostics: diagnostics)
        guard text.text.hasPrefix("$") else {
            let words = ["json", "parameters", "none"] + fields.map { "$\($0.name)" }
            section.refuse("stdin", "json, parameters, none or a parameter such as $body", text.text, among: words)
            return .none
        }
        guard let template = parser.parse(text) else { return .none }
        guard template.pieces.count == 1, let name = template.parameterNames.first else {
            section.refuse("stdin", "json, parameters, none or a parameter such as $body", text.text)
            return .none
        }
        if fields.contains(where: { $0.name == name && $0.isArray }) {
            diagnostics.mistake(text.location, "'$\(name)' is an array; use 'stdin: json' to pass all of its values")
        }
        return .parameter(name)
    }

    /// The parameters are passed on as the URL has them, so a path would not be that of an open file.
    private func allParameters(_ text: LocatedText, _ fields: [InputField]) -> RouteDefinition.Stdin {
        for field in fields {
            guard case .path = field.type else { continue }
            diagnostics.mistake(
                text.location, "'stdin: parameters' does not go with a path such as '\(field.name)'; use 'stdin: json'")
        }
        return .parameters
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
            diagnostics.mistake(text.location, "an exit status is a whole number from 1 to 255, not '\(text.text)'")
            return nil
        }
    }
}

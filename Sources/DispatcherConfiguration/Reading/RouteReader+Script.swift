extension RouteReader {
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
                let example = NameRules.scriptVariable(like: name).map { "; call it '\($0)'" } ?? ""
                fault =
                    "cannot be a variable of 'script', whose names are lower-case letters, digits and '_'\(example)"
            } else if name.hasSuffix("_proxy") {
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
}

import ArgumentParser

/// The options of `xcallback new` for the parts of a route.
struct RouteOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Input (repeatable): \(InputDeclaration.forms).", valueName: "name=type"),
        completion: NameCompletion.inputTypes,
        transform: InputDeclaration.init)
    var input: [InputDeclaration] = []

    @Option(help: "Name of the route in its file; default: the words of the path.")
    var name: String?

    @Option(help: ArgumentHelp("One line that says what the route does.", valueName: "text"))
    var summary: String?

    @Option(help: ArgumentHelp("What the route does, for an agent; default: the summary.", valueName: "text"))
    var description: String?

    @Option(
        help: #"How the output is read: text, json, lines, none, or the members of JSON, as in {"id":"int"}."#,
        completion: .list(["text", "json", "lines", "none"]))
    var output = "text"

    @Option(
        help: "What a click may do: ask, allow, ask-always or never; default: the rule of the file.",
        completion: .list(["ask", "allow", "ask-always", "never"]))
    var desktop: String?

    @Option(
        help: "What an agent may do: ask, allow or never; default: the rule of the file.",
        completion: .list(["ask", "allow", "never"]))
    var agent: String?

    @Option(
        help: "What the route does to your data, for an agent: reads, adds or changes.",
        completion: .list(["reads", "adds", "changes"]))
    var effect: String?

    var isEmpty: Bool {
        input.isEmpty && output == "text"
            && [name, summary, description, desktop, agent, effect].allSatisfy { $0 == nil }
    }

    /// Sets the parts that the options have.
    func fill(_ draft: inout RouteDraft) {
        (draft.givenName, draft.summary, draft.description, draft.effect) = (name, summary, description, effect)
        (draft.desktop, draft.agent, draft.output) = (desktop, agent, output)
        draft.inputs = draft.inputs.filter { taken in !input.contains { $0.name == taken.name } } + input
    }
}

import ArgumentParser
import DispatcherMessages

/// Asks for the parts of a route on a terminal, one after the other. An empty answer takes what is in brackets.
struct RouteDialogue {
    let route: String?
    let summary: String?
    let inputs: [InputDeclaration]
    let output: String
    let desktop: String?

    func draft() throws -> RouteDraft {
        var draft = try place()
        draft.summary = try summary ?? optional("What does it do, in one line? [nothing]")
        draft.inputs = inputs
        while let text = try optional(
            "An input, such as name=line, count=int, size=small|large or tags=[line]? [no more]")
        {
            if text.contains("="), let input = InputDeclaration(argument: text) {
                draft.inputs.append(input)
            } else {
                Shell.report("write name=type")
            }
        }
        let names = draft.inputs.map { "$\($0.name)" }.joined(separator: ", ")
        let hint = names.isEmpty ? "" : " Values: \(names)."
        repeat {
            draft.command = try command("The command and its arguments, for example printf 'Hello %s' '$name'.\(hint)")
        } while draft.command.isEmpty
        draft.output = output
        draft.desktop =
            try desktop ?? (optional("May a click run it unasked? [no]")?.lowercased().first == "y" ? "allow" : nil)
        return draft
    }

    /// The words of the answer; none if only a shell could run it.
    private func command(_ question: String) throws -> [String] {
        let command = CommandWords(try ask(question))
        guard let sign = command.shellSign else { return command.words }
        Shell.report(
            "no shell runs this, so '\(sign)' would be an argument: quote it, or write a 'script:' in the file")
        return []
    }

    private func place() throws -> RouteDraft {
        var text = route
        while true {
            if let text, let draft = RouteDraft(text) { return draft }
            text = try ask("Scheme and path of its URLs, such as hello/greet?")
        }
    }

    private func optional(_ question: String) throws -> String? {
        let answer = try ask(question)
        return answer.isEmpty ? nil : answer
    }

    /// Throws at the end of the input.
    private func ask(_ question: String) throws -> String {
        guard let answer = Shell.ask(question) else { throw ExitCode(ExitStatus.cancelled.rawValue) }
        return answer
    }
}

import ArgumentParser
import DispatcherMessages
import UnixSystem

/// Asks for the parts of a route on a terminal, one after the other. An empty answer means the text in brackets.
/// After an answer that would be a mistake in the file, the question is asked again, so that the other answers are not
/// lost.
struct RouteDialogue {
    let route: String?
    /// Sets the parts that the arguments have.
    let fill: (inout RouteDraft) -> Void
    /// Finds the mistakes of a route, each with the line of the file that has it.
    let check: (RouteDraft) throws -> [String]

    func draft() throws -> RouteDraft {
        var draft = try place()
        fill(&draft)
        // These mistakes are in the arguments, so no answer can correct them.
        guard try isAccepted(draft) else { throw ExitCode(ExitStatus.configuration.rawValue) }
        if draft.summary == nil {
            repeat {
                draft.summary = try optional("What does the route do, in one line? [leave out]")
            } while try !isAccepted(draft)
        }
        let unasked = draft
        repeat {
            repeat {
                // Again after a mistake, because the command may use an input that is missing.
                (draft.command, draft.script) = (unasked.command, unasked.script)
                try askForInputs(&draft)
                let names = draft.inputs.map { "$\($0.name)" }.joined(separator: ", ")
                let hint = names.isEmpty ? "" : " Values: \(names)."
                try askForCommand(
                    "The command and its arguments, or a line for a shell, for example printf 'Hello %s' '$name'.\(hint)",
                    &draft)
            } while try draft.command.isEmpty && draft.script == nil || !isAccepted(draft)
            if unasked.desktop == nil {
                let question = "May a click run the route unasked?"
                draft.desktop = try Shell.agrees(to: question, otherwise: false) ? "allow" : nil
            }
            for line in draft.lines(indentation: 2) { Shell.print("", copied: line) }
        } while try !Shell.agrees(to: "Write this route?", otherwise: true)
        return draft
    }

    /// Whether the route has no mistakes. Reports the mistakes.
    private func isAccepted(_ draft: RouteDraft) throws -> Bool {
        let mistakes = try check(draft)
        for mistake in mistakes { Shell.report(mistake) }
        return mistakes.isEmpty
    }

    private func askForInputs(_ draft: inout RouteDraft) throws {
        let question =
            "An input, such as name=line, count=int, size=small|large or tags=[line]; -name takes one back? [no more]"
        while let text = try optional(question) {
            if text.first == "-" {
                draft.inputs.removeAll { $0.name == text.dropFirst() }
                continue
            }
            let input: InputDeclaration
            do { input = try InputDeclaration(text) } catch {
                Shell.report(error.message)
                continue
            }
            guard !draft.inputs.contains(where: { $0.name == input.name }) else {
                Shell.report("there is an input '\(Printable.shown(input.name))' already")
                continue
            }
            draft.inputs.append(input)
            if try !isAccepted(draft) { draft.inputs.removeLast() }
        }
    }

    /// Sets the command, or the script if the answer is a line for a shell. Sets neither if the line shall not be a script.
    private func askForCommand(_ question: String, _ draft: inout RouteDraft) throws {
        let line = try Shell.ask(question)
        let command = ShellWords(line)
        (draft.command, draft.script) = (command.words, nil)
        guard let sign = command.signs.first(where: "|&;<>".unicodeScalars.contains) else { return }
        draft.command = []
        Shell.report("no shell runs a command, so '\(sign)' would be an argument, unless the line is a script")
        if try Shell.agrees(to: "Write the line as a script, which a shell runs?", otherwise: true) {
            draft.script = line
        }
    }

    private func place() throws -> RouteDraft {
        let question = "Scheme and path of the route, such as hello/greet?"
        var text = try route ?? Shell.ask(question)
        while true {
            if let draft = RouteDraft(text) {
                if try isAccepted(draft) { return draft }
            } else if !text.isEmpty {
                Shell.report("'\(Printable.shown(text))' is not a scheme and a path, as in hello/greet")
            }
            text = try Shell.ask(question)
        }
    }

    private func optional(_ question: String) throws -> String? {
        let answer = try Shell.ask(question)
        return answer.isEmpty ? nil : answer
    }
}

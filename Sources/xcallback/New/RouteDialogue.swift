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
            let answer = try Shell.ask("What does the route do, in one line? [leave out]")
            draft.summary = answer.isEmpty ? nil : answer
        }
        let unasked = draft
        repeat {
            repeat {
                // Again after a mistake, because the command may use an input that is missing.
                (draft.command, draft.script, draft.desktop) = (unasked.command, unasked.script, unasked.desktop)
                try askForInputs(&draft)
                try askForCommand(&draft)
            } while try !isAccepted(draft)
            if unasked.desktop == nil {
                repeat {
                    let isAllowed = try Shell.agrees(to: "May a click run the route unasked?", otherwise: false)
                    draft.desktop = isAllowed ? "allow" : nil
                } while try !isAccepted(draft)
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
        let forms = "name=line, count=int, size=small|large or tags=[line]"
        while true {
            let names = draft.inputs.map(\.name).joined(separator: ", ")
            let start = names.isEmpty ? "An input" : "Inputs: \(names). Another"
            let text = try Shell.ask("\(start), such as \(forms); -name takes one back? [no more]")
            guard !text.isEmpty else { return }
            draft.inputs.removeAll { "-\($0.name)" == text }
            if text.first == "-" { continue }
            let others = draft.inputs
            do {
                let input = try InputDeclaration(text)
                draft.inputs = draft.inputs.filter { $0.name != input.name } + [input]
                if try !isAccepted(draft) { draft.inputs = others }
            } catch let error as ValidationError {
                Shell.report(error.message)
            }
        }
    }

    /// Sets the command, or the script if the answer is a line for a shell.
    private func askForCommand(_ draft: inout RouteDraft) throws {
        (draft.command, draft.script) = ([], nil)
        let names = draft.inputs.map { "$\($0.name)" }.joined(separator: ", ")
        let hint = names.isEmpty ? "" : " Values: \(names)."
        let question = "The command and its arguments, or a line for a shell, for example printf 'Hello %s' '$name'."
        while draft.command.isEmpty && draft.script == nil {
            let line = try Shell.ask(question + hint)
            let command = ShellWords(line)
            if !command.isComplete {
                Shell.report("a quote has no end, or a backslash is last")
            } else if command.words.first?.contains("://") ?? false {
                Shell.report("a command begins with a program, such as xdg-open, which opens a link")
            } else if let sign = command.signs.first(where: "|&;<>*(`".unicodeScalars.contains) {
                Shell.report("no shell runs a command, so '\(sign)' would be an argument, unless the line is a script")
                let isScript = try Shell.agrees(to: "Write the line as a script, which a shell runs?", otherwise: true)
                draft.script = isScript ? line : nil
            } else {
                draft.command = command.words
            }
        }
    }

    private func place() throws -> RouteDraft {
        let question = "Scheme and path of the route, such as hello/greet, or a link to it?"
        var text = try route ?? Shell.ask(question)
        while true {
            do {
                let draft = try RouteDraft(text)
                if try isAccepted(draft) { return draft }
            } catch let error as ValidationError {
                Shell.report(error.message)
            }
            text = try Shell.ask(question)
        }
    }
}

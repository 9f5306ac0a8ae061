/// The completions of the last word of a command line, taken from the definition of the program's commands.
///
/// A completion script runs `xcallback ---complete WORD… LAST`: the first WORD is the program, and LAST the word to
/// complete. The first line of the output is `file` or `directory` if the script must complete the names of files or
/// directories; otherwise it is `words`, and each further line is a word, with its meaning after a tab.
package struct CompletionOffer {
    /// The first argument with which a completion script calls the program.
    package static let question = "---complete"

    /// The lines of the answer.
    package private(set) var lines: [String]
    /// The arguments that make ArgumentParser print the values of a custom completion; nil without such an argument.
    package private(set) var custom: [String]?

    /// - Parameters:
    ///   - words: The words of the command line, the program first. The last word may be empty.
    ///   - help: The output of the program for `--experimental-dump-help`.
    package init(for words: [String], ofProgram help: String) throws {
        let program = try CommandDefinition(ofProgram: help)
        var command = program
        var path: [String] = []
        var given: [String] = []
        var pending: CommandDefinition.Argument?
        var operands = 0
        var isEnded = false
        for word in words.dropFirst().dropLast() {
            if pending != nil {
                pending = nil
            } else if !isEnded, word.hasPrefix("-") {
                isEnded = word == "--"
                given.append(word)
                // Each command accepts the options of the program.
                pending = (command.options + program.options).first { $0.kind == .option && $0.options.contains(word) }
            } else if operands == 0, let next = command.shownCommands.first(where: { $0.commandName == word }) {
                command = next
                path.append(word)
            } else {
                operands += 1
            }
        }
        let last = words.last ?? ""
        lines = ["words"]
        if let pending {
            add(pending, named: pending.options[0], words, path)
        } else if !isEnded, last.hasPrefix("-") {
            add(command.options, without: given)
        } else {
            let parent = path == ["help"] ? program : command
            if operands == 0 { lines += parent.shownCommands.map { Self.line($0.commandName, $0.abstract) } }
            let operand = command.operands.first { $0.place == operands } ?? command.operands.last
            if let operand, operand.place == operands || operand.argument.isRepeating {
                add(operand.argument, named: "positional@\(operand.place)", words, path)
            } else if !isEnded, last.isEmpty {
                add(command.options, without: given)
            }
        }
    }

    private mutating func add(_ options: [CommandDefinition.Argument], without given: [String]) {
        for option in options where option.isRepeating || given.allSatisfy({ !option.options.contains($0) }) {
            lines += option.options.map { Self.line($0, option.abstract) }
        }
    }

    /// Adds the values of an argument.
    private mutating func add(
        _ argument: CommandDefinition.Argument, named name: String, _ words: [String], _ path: [String]
    ) {
        switch argument.completionKind {
        case .list(let values): lines += values
        case .file: lines = ["file"]
        case .directory: lines = ["directory"]
        case .custom:
            custom =
                ["---completion"] + path + ["--", name, "\(words.count - 1)", "\(words.last?.utf8.count ?? 0)"] + words
        case nil: break
        }
    }

    private static func line(_ word: String, _ meaning: String?) -> String { word + (meaning.map { "\t\($0)" } ?? "") }
}

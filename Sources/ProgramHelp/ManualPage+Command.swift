/// Pages made from the definition that ArgumentParser prints with `--experimental-dump-help`.
extension ManualPage {
    /// The page of a program: its description, its commands and its options.
    ///
    /// - Parameter description: The text of DESCRIPTION; nil for the discussion in the program's help.
    package init(ofProgram help: String, section: Int, description: String? = nil) throws {
        let program = try CommandDefinition(ofProgram: help)
        let name = program.commandName
        var title = program.abstract ?? ""
        if title.hasSuffix(".") { title.removeLast() }
        self.init(name, section: section, title: title)
        let commands = program.commands().filter { $0.path != ["help"] }
        // The options of the program are explained once.
        let common = program.shownArguments
        heading("SYNOPSIS")
        paragraphs(Self.usage([name], program, hasCommands: !commands.isEmpty))
        heading("DESCRIPTION")
        paragraphs(description ?? program.discussion ?? "")
        if !commands.isEmpty { heading("COMMANDS") }
        for (path, command) in commands {
            subheading(Self.usage([name] + path, command, hasCommands: false))
            paragraphs(command.abstract ?? "")
            for option in command.shownArguments where !common.contains(option) { argument(option) }
            paragraphs(command.discussion ?? "")
        }
        heading("OPTIONS")
        if !commands.isEmpty { paragraphs("All commands have these options.") }
        for option in common { argument(option) }
    }

    private static func usage(_ path: [String], _ command: CommandDefinition, hasCommands: Bool) -> String {
        let operands = command.operands.map(\.argument).map { operand in
            let name = operand.valueName.uppercased() + (operand.isRepeating ? "…" : "")
            return operand.isOptional ? "[\(name)]" : name
        }
        return (path + ["[OPTION…]"] + (hasCommands ? ["COMMAND"] : operands)).joined(separator: " ")
    }

    /// Adds an option or an operand.
    private mutating func argument(_ argument: CommandDefinition.Argument) {
        let value = argument.valueName.uppercased()
        item(
            argument.options.isEmpty ? value : argument.options.joined(separator: ", "),
            value: argument.kind == .option ? value : "", argument.abstract ?? "")
    }
}

/// The script by which a shell completes the command lines of a program.
package struct CompletionScript {
    /// The option that asks a program for its script.
    package static let flag = "--generate-completion-script"
    /// The first word with which a script asks the program for what it knows: the names of routes and the like.
    ///
    /// `xcallback ---completion history show -- positional@0 3 2 xcallback history show la`: the command, its argument, the
    /// number of the word that is being completed, its length, and the words up to that one.
    package static let question = "---completion"

    let program: String
    /// The program itself, whose words are empty, and its commands.
    let commands: [Command]

    struct Command {
        /// Its words after the program's name, as `history show`.
        let words: String
        let definition: CommandDefinition

        var names: [String] { definition.shownCommands.map(\.commandName) }
    }

    /// - Parameter help: What the program prints for `--experimental-dump-help`.
    package init(ofProgram help: String) throws {
        let definition = try CommandDefinition(ofProgram: help)
        program = definition.commandName
        commands =
            [Command(words: "", definition: definition)]
            + definition.commands().map { Command(words: $0.path.joined(separator: " "), definition: $0.command) }
    }

    /// The shell whose script the words of a command line ask for; nil if they ask for none.
    package static func shell(askedBy arguments: some Collection<String>) -> String? {
        guard arguments.count == 2, arguments.first == flag else { return nil }
        return arguments.dropFirst().first
    }

    /// The script for a shell; nil for one that is not bash, zsh or fish.
    package func text(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    /// The name by which a script asks for the values of an operand.
    static func question(ofOperand place: Int) -> String { "positional@\(place)" }

    /// A text as one word for bash and zsh.
    static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}

import ArgumentParser
import DispatcherMessages
import ProgramHelp

/// The command line for completions and help. A command with a default subcommand also has the options of that
/// subcommand.
struct CompletedCommand: ParsableCommand {
    struct History: ParsableCommand {
        static let configuration = described(HistoryCommand.configuration)
        @OptionGroup var list: HistoryList
    }

    struct Grants: ParsableCommand {
        static let configuration = described(GrantsCommand.configuration)
        @OptionGroup var list: GrantsList
    }

    @OptionGroup var main: XCallbackCommand

    static var configuration: CommandConfiguration {
        var configuration = XCallbackCommand.configuration
        configuration.subcommands = configuration.subcommands.map { command -> any ParsableCommand.Type in
            if command == HistoryCommand.self { return History.self }
            if command == GrantsCommand.self { return Grants.self }
            return command
        }
        return configuration
    }

    /// Returns the configuration with a usage that does not require a subcommand.
    private static func described(_ command: CommandConfiguration) -> CommandConfiguration {
        var described = command
        let name = "xcallback \(command.commandName ?? "")"
        described.usage = "\(name) [<options>]\n\(name) <subcommand>"
        return described
    }

    /// Returns the help that `help history` or `history --help` asks for, if the command has a default subcommand; nil
    /// for other arguments.
    static func help(askedBy arguments: [String]) -> String? {
        let questions = ["help", "--help", "-h"]
        let names = arguments.filter { !questions.contains($0) }
        guard arguments.count == 2, names.count == 1 else { return nil }
        return configuration.subcommands.first {
            $0.configuration.commandName == names[0] && $0.configuration.defaultSubcommand != nil
        }.map { helpMessage(for: $0) }
    }

    /// Prints the completions of the last word of a command line, for a shell.
    static func offer(for words: [String]) throws {
        let offer = try CompletionOffer(for: words, ofProgram: _dumpHelp())
        for line in offer.lines { Shell.print(line) }
        if let custom = offer.custom { main(custom) }
    }
}

import ArgumentParser
import DispatcherMessages
import ProgramHelp

/// The command line for completions and help. A command with a default subcommand also has the options of that
/// subcommand.
struct CompletedCommand: ParsableCommand {
    /// A command with the options of its default subcommand, and a usage that does not require a subcommand.
    struct Whole<Command: ParsableCommand, Default: ParsableCommand>: ParsableCommand {
        @OptionGroup var options: Default

        static var configuration: CommandConfiguration {
            var configuration = Command.configuration
            let name = "xcallback \(configuration.commandName ?? "")"
            configuration.usage = "\(name) [<options>]\n\(name) <subcommand>"
            return configuration
        }
    }

    @OptionGroup var main: XCallbackCommand

    static var configuration: CommandConfiguration {
        var configuration = XCallbackCommand.configuration
        configuration.subcommands = configuration.subcommands.map { command -> any ParsableCommand.Type in
            if command == HistoryCommand.self { return Whole<HistoryCommand, HistoryList>.self }
            if command == GrantsCommand.self { return Whole<GrantsCommand, GrantsList>.self }
            return command
        }
        return configuration
    }

    /// Returns the first help, all help for `help --all`, and the help that `help history` or `history --help` asks for,
    /// if the command has a default subcommand; nil for other arguments.
    static func help(askedBy arguments: [String]) -> String? {
        let questions = ["help", "--help", "-h"]
        let names = arguments.filter { !questions.contains($0) }
        guard !names.isEmpty else { return XCallbackCommand.firstHelp }
        guard arguments.count == 2, names.count == 1 else { return nil }
        if names == ["--all"] { return XCallbackCommand.helpMessage(columns: .max) }
        return configuration.subcommands.first {
            $0.configuration.commandName == names[0] && $0.configuration.defaultSubcommand != nil
        }.map { helpMessage(for: $0, columns: .max) }
    }

    /// Prints the completions of the last word of a command line, for a shell.
    static func offer(for words: [String]) throws {
        let offer = try CompletionOffer(for: words, ofProgram: _dumpHelp())
        for line in offer.lines { Shell.print(line) }
        if let custom = offer.custom { main(custom) }
    }
}

import ArgumentParser
import DispatcherMessages

/// The command line as shells complete it: a command with a default subcommand has the options of that one too.
struct CompletedCommand: ParsableCommand {
    struct History: ParsableCommand {
        static let configuration = HistoryCommand.configuration
        @OptionGroup var list: HistoryList
    }

    struct Grants: ParsableCommand {
        static let configuration = GrantsCommand.configuration
        @OptionGroup var list: GrantsList
    }

    /// The first word with which a script asks for the names of routes and the like.
    static let question = "---completion"

    static var configuration: CommandConfiguration {
        var configuration = XCallbackCommand.configuration
        configuration.subcommands = configuration.subcommands.map { command -> any ParsableCommand.Type in
            if command == HistoryCommand.self { return History.self }
            if command == GrantsCommand.self { return Grants.self }
            return command
        }
        return configuration
    }

    /// The script of a shell; nil if we do not know the shell.
    static func script(for name: String) -> String? {
        CompletionShell(rawValue: name).map {
            CompletionScript.mended(completionScript(for: $0), for: name, of: "xcallback")
        }
    }
}

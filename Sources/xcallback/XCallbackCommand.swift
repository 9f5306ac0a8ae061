import ArgumentParser
import DispatcherClient
import DispatcherMessages
import ProgramHelp
import QueryCoding

/// The only definition of the command line. Help, completions and manual pages are generated from it.
struct XCallbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcallback",
        abstract: "Let apps, scripts and web pages call each other by URL and get an answer.",
        discussion: """
            \(purpose)

            Exit status: \(ExitStatus.allCases.map { "\($0.rawValue) \($0.brief)" }.joined(separator: ", ")).

            \(example)
            """,
        version: PackageVersion.text,
        subcommands: [
            OpenCommand.self, SendCommand.self, CallCommand.self, RunCommand.self, CancelCommand.self,
            ServeCommand.self, ExplainCommand.self,
            RoutesCommand.self, LinkCommand.self, HistoryCommand.self, StatusCommand.self, EnableCommand.self,
            DisableCommand.self, PauseCommand.self, ResumeCommand.self, ReloadCommand.self, CheckCommand.self,
            NewCommand.self, EditCommand.self, DoctorCommand.self, PageCommand.self, InstallCommand.self,
            UninstallCommand.self,
            BridgeCommand.self, MCPCommand.self, ManCommand.self,
            TokenCommand.self, GrantsCommand.self,
        ])
}

extension XCallbackCommand {
    /// The purpose of the program, with which the manual page begins.
    static let purpose = """
        xcallbackd is a daemon that serves x-callback-url URLs on your desktop: its routes define what each URL runs, \
        and the sender gets the answer. xcallback is the daemon's command line: it sends URLs to your routes, calls \
        other apps by URL and prints their answers, lets a script answer URLs, and shows and changes what the daemon \
        does.
        """
    static let example = """
        Example:
          xcallback send 'notes:///create?title=Hi'
        """
}

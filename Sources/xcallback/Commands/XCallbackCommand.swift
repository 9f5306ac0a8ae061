import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// The only definition of the command line. Help, completions and manual pages are generated from it.
struct XCallbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcallback",
        abstract: "Let apps, scripts and web pages call each other by URL and get an answer.",
        discussion: """
            Exit status: \(ExitStatus.allCases.map { "\($0.rawValue) \($0.brief)" }.joined(separator: ", ")).

            Example:
              xcallback send 'notes:///create?title=Hi'
            """,
        version: PackageVersion.text,
        subcommands: [
            OpenCommand.self, SendCommand.self, CallCommand.self, RunCommand.self, CancelCommand.self,
            ServeCommand.self, ExplainCommand.self,
            RoutesCommand.self, LinkCommand.self, HistoryCommand.self, StatusCommand.self, EnableCommand.self,
            DisableCommand.self, PauseCommand.self, ResumeCommand.self, ReloadCommand.self, CheckCommand.self,
            NewCommand.self, EditCommand.self, DoctorCommand.self, PageCommand.self, InstallCommand.self,
            UninstallCommand.self,
            BridgeCommand.self, ManCommand.self,
            TokenCommand.self, GrantsCommand.self,
        ])
}

extension XCallbackCommand {
    /// Prints an error, and returns its exit status.
    static func failure(_ error: any Error) -> ExitCode {
        error as? ExitCode ?? ExitCode(ExitStatus.reporting(error).rawValue)
    }

    static func exit(_ status: ExitStatus) throws {
        if status != .success { throw ExitCode(status.rawValue) }
    }
}

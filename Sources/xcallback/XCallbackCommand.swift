import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import ProgramHelp
import QueryCoding

/// The only definition of the command line. Help, completions and manual pages are generated from it.
struct XCallbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcallback", abstract: "Let apps, scripts and web pages call each other by URL and get an answer.",
        discussion: """
            \(purpose)

            Exit status: \(ExitStatus.allCases.map { "\($0.rawValue) \($0.brief)" }.joined(separator: ", ")).

            \(example)
            """,
        version: PackageVersion.text,
        subcommands: [ManCommand.self, AdoptedCommand.self, StartCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Run URLs and routes",
                subcommands: [
                    RunCommand.self, OpenCommand.self, SendCommand.self, CallCommand.self, LinkCommand.self,
                    CancelCommand.self, PickCommand.self, ServeCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    RoutesCommand.self, ExplainCommand.self, HistoryCommand.self, StatusCommand.self, LogsCommand.self,
                ]),
            CommandGroup(
                name: "Write routes",
                subcommands: [
                    NewCommand.self, EditCommand.self, RemoveCommand.self, CheckCommand.self, ReloadCommand.self,
                    EnableCommand.self, DisableCommand.self, PageCommand.self,
                ]),
            CommandGroup(
                name: "Clicks and safety",
                subcommands: [PauseCommand.self, ResumeCommand.self, GrantsCommand.self, TokenCommand.self]),
            CommandGroup(
                name: "Set up",
                subcommands: [
                    InstallCommand.self, UninstallCommand.self, DoctorCommand.self, AdoptCommand.self, MCPCommand.self,
                ]),
        ])

    @Option(help: "Folder of the daemon's sockets; default: $XDG_RUNTIME_DIR/xcallbackd.", completion: .directory)
    var socketDirectory: String?

    /// Sets the variable that all commands read, before the command itself is parsed.
    func validate() { if let socketDirectory { setenv(SocketDirectory.variable, socketDirectory, 1) } }

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

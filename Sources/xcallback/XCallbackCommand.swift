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
        subcommands: [AdoptedCommand.self],
        groupedSubcommands: [
            first,
            CommandGroup(
                name: "More",
                subcommands: [
                    CheckCommand.self, ReloadCommand.self, StatusCommand.self, LogsCommand.self, ManCommand.self,
                    LinkCommand.self, PageCommand.self, PickCommand.self, SendCommand.self, OpenCommand.self,
                    StartCommand.self, CancelCommand.self, PauseCommand.self, ResumeCommand.self, GrantsCommand.self,
                    TokenCommand.self, ServeCommand.self, AdoptCommand.self, UninstallCommand.self,
                ]),
        ])

    /// The commands that `xcallback help` shows.
    private static let first = CommandGroup(
        name: "To begin with",
        subcommands: [
            NewCommand.self, EditCommand.self, RemoveCommand.self, RoutesCommand.self, RunCommand.self,
            CallCommand.self, ExplainCommand.self, HistoryCommand.self, DoctorCommand.self, InstallCommand.self,
            MCPCommand.self,
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
    static let example = "Examples:\n\(firstSteps)"
    private static let firstSteps = """
          xcallback install
          xcallback new hello/hi --input name=line -- printf 'Hi %s' '$name'
          xcallback run hello.hi name=Ada
        """

    /// What `xcallback help` prints on one screen: the first steps, and the commands to begin with.
    static var firstHelp: String {
        let lines = first.subcommands.map { command in
            let name = command.configuration.commandName ?? ""
            let gap = String(repeating: " ", count: 9 - name.utf8.count)
            return "  \(name)\(gap)\(command.configuration.abstract)"
        }
        return
            ([configuration.abstract, "", "First steps:", firstSteps, "", "Commands:"] + lines + [
                "", "'xcallback help COMMAND' shows the options of a command, 'xcallback help --all'",
                "all commands, and 'man xcallbackd.yaml' the keys of the files.",
            ]).joined(separator: "\n")
    }
}

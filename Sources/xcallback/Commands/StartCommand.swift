import ArgumentParser
import DispatcherMessages
import Glibc
import UnixSystem

/// `xcallback start PROGRAM…`
struct StartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start a program that goes on when the command of a route has ended.",
        discussion: """
            Every process of a click's command ends with the command's unit. 'start' gives the program a unit of its \
            own, with the display and the activation token of the click, and ends at once. Without a user manager the \
            program gets a session of its own. In a route: run: [xcallback, start, mpv, --, $link]

            Example:
              xcallback start firefox -P work
            """)

    @Argument(parsing: .captureForPassthrough, help: "The program and its arguments.")
    var command: [String]

    func run() throws {
        // The argument captures the options of the program, and so the options for help too.
        let program = command[0]
        if program == "--help" || program == "-h" { throw CleanExit.helpRequest(self) }
        // setsid does not wait, so that nobody would see its error.
        guard
            program.contains("/")
                ? File.isExecutable(program) : ProgramSearch.find(program, in: Shell.environment) != nil
        else { throw Shell.failure("cannot start \(program): there is no such program") }
        guard Daemon.hasUserManager else {
            let null = open("/dev/null", O_RDWR)
            for stream in STDIN_FILENO...STDERR_FILENO { dup2(null, stream) }
            try Shell.become(["setsid", "--fork"] + command)
        }
        let names = SessionVariables.sortedNames + [RequestVariables.door, RequestVariables.depth, RequestVariables.id]
        try Shell.become(
            ["systemd-run", "--user", "--collect", "--quiet", "--slice=app.slice"]
                + names.filter { Shell.variable($0) != nil }.map { "--setenv=\($0)" } + ["--"]
                // systemd-run replaces $NAME in an argument.
                + command.map { $0.replacing("$", with: "$$") })
    }
}

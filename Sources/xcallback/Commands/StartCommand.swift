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
        if command[0] == "--help" || command[0] == "-h" { throw CleanExit.helpRequest(self) }
        let words = command.count > 1 && command[0] == "--" ? Array(command.dropFirst()) : command
        let program = words[0]
        let path = program.contains("/") ? program : ProgramSearch.find(program, in: Shell.environment)
        // setsid does not wait, so that nobody would see its error.
        guard let path, File.isExecutable(path) else {
            let isThere = path.map(File.exists) == true
            Shell.report("cannot start \(program): \(isThere ? "it is not executable" : "there is no such program")")
            throw ExitCode(isThere ? 126 : 127)  // as in a shell
        }
        if let fault = ProgramSearch.fault(of: path) { throw Shell.failure(fault) }
        guard Daemon.hasUserManager else {
            let null = open("/dev/null", O_RDWR)
            for stream in STDIN_FILENO...STDERR_FILENO { dup2(null, stream) }
            try Shell.become(["setsid", "--fork"] + words)
        }
        let names = SessionVariables.sortedNames + [RequestVariables.door, RequestVariables.depth, RequestVariables.id]
        try Shell.become(
            ["systemd-run", "--user", "--collect", "--quiet", "--slice=app.slice"]
                + names.filter { Shell.variable($0) != nil }.map { "--setenv=\($0)" } + ["--"]
                // systemd-run replaces $NAME in an argument.
                + words.map { $0.replacing("$", with: "$$") })
    }
}

import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// The command line: its one definition, from which help, completions and manual pages come.
struct Tool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcallback",
        abstract: "Let apps, scripts and web pages call each other by URL, and get an answer back.",
        discussion: """
            Exit status: 0 success, 1 error outcome, 2 cancelled, 64 usage, 69 daemon not reachable, 75 connection lost \
            after sending, 77 not permitted, 78 configuration, 124 timed out.
            """,
        version: "0.1.0",
        subcommands: [
            OpenCommand.self, SendCommand.self, ExplainCommand.self, RoutesCommand.self, StatusCommand.self,
            ReloadCommand.self, CheckCommand.self, InstallCommand.self, UninstallCommand.self,
        ])
}

/// The options of every command that talks to the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(help: "The folder of the daemon's sockets.")
    var socketDirectory: String?

    /// Calls one method at the control door, or ends the process with the reason why not.
    func call(_ method: String, _ parameters: QueryValue = .object([])) throws -> QueryValue {
        do {
            var client = try connect(door: .control)
            return try client.call(method, parameters)
        } catch {
            throw Tool.failure(error)
        }
    }

    func connect(door: Door) throws -> DaemonClient {
        try DaemonClient(
            to: SocketDirectory(override: socketDirectory, environment: Shell.environment), door: door)
    }
}

extension Tool {
    /// Says what went wrong, and ends with its status.
    static func failure(_ error: any Error) -> ExitCode {
        switch error {
        case let error as ExitCode: return error
        case let error as ClientError:
            Shell.say(error.description)
            return ExitCode(error.exitStatus.rawValue)
        default:
            Shell.say("\(error)")
            return ExitCode(ExitStatus.unreachable.rawValue)
        }
    }

    static func exit(_ status: ExitStatus) throws {
        if status != .success { throw ExitCode(status.rawValue) }
    }
}

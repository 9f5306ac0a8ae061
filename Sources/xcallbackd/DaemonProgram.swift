import ArgumentParser
import CLinux
import DispatcherCommands
import DispatcherMessages
import DispatcherService
import FoundationEssentials
import Glibc
import Logging
import ProgramHelp
import UnixSystem

/// The daemon as a program: it serves until SIGTERM or SIGINT.
@main
struct DaemonProgram {
    var config: String?
    var socketDirectory: String?
    var state: String?
    var logLevel = Logger.Level.notice

    static func main() {
        // Before anything that takes memory: the program may wait for a long time.
        if CommandLine.argc == 2, CommandLine.arguments[1] == StandbyProgram.argument {
            if let status = StandbyProgram.run() { Glibc.exit(status) }
            StandardError.report(
                "xcallbackd: the daemon itself starts '\(StandbyProgram.argument)', with a socket as its standard input"
            )
            Glibc.exit(ExitStatus.usage.rawValue)
        }
        clinux_use_one_heap()
        Directory.setRuntimeFolder()
        // The activation token with which the daemon was started is not for the programs that the daemon starts.
        for name in SessionVariables.activationNames { unsetenv(name) }
        do { try TaskPool.shared.start() } catch {
            report(error)
            Glibc.exit(ExitStatus.configuration.rawValue)
        }
        // Detached because nothing can wait for the entry of the program. The task's child tasks inherit the pool,
        // which keeps libdispatch's threads, and their timer, from starting before the first command.
        Task.detached(executorPreference: TaskPool.shared) {
            await start()
            Glibc.exit(0)
        }
        while true { pause() }
    }

    /// Runs the daemon, or the command that the arguments name. The service manager starts the program without
    /// arguments. The command-line parser is then skipped, because it takes a tenth of the time to the first answer.
    private static func start() async {
        if CommandLine.argc > 1 {
            let arguments = Array(CommandLine.arguments.dropFirst())
            let words = Array(arguments.dropFirst())
            if arguments[0] == CompletionOffer.question,
                let offer = try? CompletionOffer(for: words, ofProgram: DaemonCommand._dumpHelp())
            {
                return print(offer.lines.joined(separator: "\n"))
            }
            if let script = CompletionScript.text(of: "xcallbackd", askedBy: arguments) { return print(script) }
        }
        do {
            guard CommandLine.argc > 1 else { return try await DaemonProgram().run() }
            try await DaemonCommand.parse().run()
        } catch {
            let status = DaemonCommand.exitCode(for: error)
            let message = DaemonCommand.fullMessage(for: error, columns: .max)
            if status.isSuccess {
                for line in ConfigurationCheck.layout.lines(ofHelp: message) { print(line) }
            } else if !message.isEmpty {
                StandardError.report(message)
            }
            Glibc.exit(status.rawValue)
        }
    }

    /// Runs the daemon until a signal stops it. Throws the exit status after printing why the daemon cannot start.
    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let level = logLevel
        let withPriority = StandardError.isJournal
        let log = StandardErrorLog.queue(withPriority: withPriority)
        LoggingSystem.bootstrap { _ in StandardErrorLog(logLevel: level, withPriority: withPriority, queue: log) }
        // At this point the daemon has ended, so the wait blocks no other work.
        defer { log.flush(milliseconds: 1000) }
        let logger = Logger(label: "xcallbackd")
        // From here on these signals no longer end the process. A client that can connect can stop the daemon.
        let signals = Signals.stream(of: SIGTERM, SIGINT)
        let daemon: DispatcherDaemon
        do {
            let directory = try SocketDirectory(override: socketDirectory, environment: environment)
            daemon = try DispatcherDaemon(
                directory: directory, state: StateDirectory(override: state, environment: environment),
                environment: environment,
                // The file may be replaced by another version while the daemon runs.
                standbyProgram: ["/proc/\(getpid())/exe", StandbyProgram.argument], log: log, logger: logger,
                load: DispatcherDaemon.loader(
                    of: config.map { .folder($0) } ?? .user, environment: environment, isRequired: true))
        } catch {
            // The lines that were logged before have the reason, or a part of it.
            log.flush(milliseconds: 1000)
            Self.report(error)
            throw ExitCode(ExitStatus.configuration.rawValue)
        }
        let stop = Event()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { for await _ in signals { stop.happen() } }
            try await daemon.run { await stop.wait() }
            tasks.cancelAll()
        }
    }

    /// Prints why the program cannot start.
    private static func report(_ error: any Error) {
        let isJournal = StandardError.isJournal
        // journald treats each line as a separate message.
        let prefix = isJournal ? StandardErrorLog.prefix(.error, withPriority: true) : "xcallbackd: "
        let separator = isJournal ? "\n\(prefix)" : "\n"
        StandardError.report(prefix + "\(error)".split(separator: "\n").joined(separator: separator))
    }
}

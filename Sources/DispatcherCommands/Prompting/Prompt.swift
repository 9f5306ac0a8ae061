import DispatcherMessages
package import Logging
import UnixSystem

/// Asks the user, by a program that shows a question and answers by its exit status.
package struct Prompt: Sendable {
    private let commands: any CommandRunning
    /// The daemon's own variables.
    private let own: [String: String]
    private let logger: Logger
    private let timeout: Duration

    /// How long the user has to answer.
    package static let timeout = Duration.seconds(60)
    private static let outputLimit = 65_536
    private static let displays = ["DISPLAY", "WAYLAND_DISPLAY"]

    package enum Answer: Sendable, Hashable {
        case once
        case always
        case no
        /// Nobody answered, for that reason.
        case failure(String)
    }

    /// - Parameter timeout: How long the user has to answer.
    package init(
        commands: any CommandRunning, own: [String: String], logger: Logger, timeout: Duration = Self.timeout
    ) {
        self.timeout = timeout
        self.commands = commands
        self.own = own
        self.logger = logger
    }

    /// Shows a question and waits for the answer. Throws `CancellationError` if the task is cancelled; the program has ended
    /// then.
    /// - Parameters:
    ///   - remembers: Whether "always" allows more than this request. A dialog offers it only then.
    ///   - command: The program and its arguments, to which the question is added; nil for zenity, else kdialog.
    ///   - environment: The variables of the program.
    ///   - activated: Called with a newer activation token, if the program prints one.
    package func ask(
        _ question: String, remembers: Bool, command: [String]?, environment: [String: String],
        activated: (String) -> Void
    ) async throws(CancellationError) -> Answer {
        var environment = environment
        if !Self.hasDisplay(environment), let manager = UserManager(environment: own) {
            environment.merge(await manager.variables(commands)) { $1 }
        }
        let program: PromptProgram
        if let command {
            guard let path = ProgramSearch.find(command.first ?? "", in: environment) else {
                return .failure("no prompt is available: the program of 'prompt' in config.yaml is not found")
            }
            program = .custom([path] + command.dropFirst())
        } else {
            guard Self.hasDisplay(environment) else {
                return .failure("no prompt is available: neither DISPLAY nor WAYLAND_DISPLAY is set")
            }
            guard let found = PromptProgram(searching: environment) else {
                return .failure(
                    "no prompt is available: neither zenity nor kdialog is found, and 'prompt' in config.yaml names no "
                        + "other program")
            }
            program = found
        }
        return try await run(
            program, program.arguments(asking: question, remembers: remembers), environment, activated)
    }

    private func run(
        _ program: PromptProgram, _ arguments: [String], _ environment: [String: String], _ activated: (String) -> Void
    ) async throws(CancellationError) -> Answer {
        let command = CommandRunner.Command(
            arguments: arguments, environment: environment.merging(program.variables) { $1 },
            directory: "/", outputLimit: Self.outputLimit, timeout: timeout)
        let completion: CommandRunner.Completion
        do {
            completion = try await commands.run(command)
        } catch let error as CancellationError {
            throw error
        } catch {
            logger.error(
                "the prompt could not be started", metadata: ["error": "\(Printable.line("\(error)", limit: 512))"])
            return .failure("the program of 'prompt' in config.yaml could not be started")
        }
        let lines = String(decoding: completion.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(
            String.init)
        for line in lines where line.hasPrefix(Self.activationMark) {
            activated(String(line.dropFirst(Self.activationMark.count)))
        }
        if let answer = program.answer(completion, lines) { return answer }
        let reason =
            switch completion.end {
            case .exited(let status): "the prompt ended with status \(status)"
            case .signaled(let signal): "the prompt was killed by signal \(signal)"
            case .timedOut: "the user did not answer within \(Self.words(timeout))"
            case .flooded: "the prompt wrote more than \(Self.outputLimit) bytes"
            }
        logger.notice(
            "the user was not asked",
            metadata: ["reason": "\(reason)", "stderr": "\(Printable.line(completion.lastErrorLine, limit: 512))"])
        return .failure(reason)
    }

    /// `60 seconds`
    private static func words(_ timeout: Duration) -> String { "\(timeout)".replacing(".0 seconds", with: " seconds") }

    /// What a program prints before a newer activation token.
    private static let activationMark = "activation-token: "

    private static func hasDisplay(_ environment: [String: String]) -> Bool {
        displays.contains { !(environment[$0] ?? "").isEmpty }
    }
}

import DesktopEntries
import DispatcherMessages
package import Logging
package import RequestRecord
import UnixSystem

/// Asks the user, with a program that shows a question and answers by its exit status.
package struct Prompt: Sendable {
    private let commands: any CommandRunning
    /// The variables by which the next daemon finds the programs that this daemon started.
    private let variables: [String: String]
    private let logger: Logger
    private let timeout: Duration

    /// The time in which the user has to answer, for all dialogs of a request.
    package static let timeout = Duration.seconds(60)
    /// A yes within this time was probably meant for another window, which the dialog covered.
    private static let readingTime = Duration.milliseconds(1500)
    /// The number of early answers that together count as a no.
    private static let earlyLimit = 3
    private static let outputLimit = 65_536
    /// The last line of a question that comes again after "Back".
    package static let backMark = "\"Always\" is not offered, because you went back"

    package enum Answer: Error, Hashable {
        case once
        case always
        case no
        /// The user was asked, and did not answer in time.
        case none(reason: String)
        /// The user could not be asked, for that reason. `cure` is the remedy, if it is known. A program that was started may
        /// have shown the question.
        case failure(reason: String, cure: String?, wasStarted: Bool)

        fileprivate static func unavailable(_ reason: String, cure: String, wasStarted: Bool = false) -> Self {
            .failure(reason: "no question can be asked: \(reason)", cure: cure, wasStarted: wasStarted)
        }
    }

    /// - Parameters:
    ///   - folder: The folder of the daemon's sockets. It marks the dialogs, so that the next daemon with this folder
    ///     can end them.
    ///   - timeout: The time in which the user has to answer.
    package init(
        commands: any CommandRunning, in folder: String, logger: Logger, timeout: Duration = Self.timeout
    ) {
        variables = AbandonedCommands.promptVariables(in: folder)
        self.timeout = timeout
        self.commands = commands
        self.logger = logger
    }

    /// Shows a question and waits for the answer. Throws `CancellationError` if the task is cancelled; the program has
    /// then ended.
    /// - Parameters:
    ///   - door: The socket of the request.
    ///   - confirmation: The text of a second dialog after the answer "always"; nil if that answer is not offered. After a
    ///     no to it, the question comes again without "always", and says so.
    ///   - command: The program and its arguments, to which the question is added; nil for zenity or kdialog.
    ///   - environment: The variables of the program.
    ///   - time: How long the user has to answer; nil for the standard time.
    ///   - activated: Called with a newer activation token, if the program prints a token.
    package func ask(
        _ question: String, at door: Door = .desktop, confirmation: String?, command: [String]?,
        environment: [String: String], within time: Duration? = nil, activated: (String) -> Void
    ) async throws(CancellationError) -> Answer {
        do {
            var session = Session(
                program: try Self.program(command, environment), environment: environment.merging(variables) { $1 },
                end: Deadline.now + min(time ?? timeout, timeout))
            let first = try await show(question, at: door, offersAlways: confirmation != nil, in: &session, activated)
            guard first == .always, let confirmation else { return first == .no ? .no : .once }
            let second = try await show(confirmation, at: door, offersAlways: nil, in: &session, activated)
            guard second != .yes else { return .always }
            // Enter, the space bar and Escape lead back here, so the user has not allowed the request yet.
            let again = "\(question)\n\(Self.backMark)"
            let last = try await show(again, at: door, offersAlways: false, in: &session, activated)
            return last == .yes ? .once : .no
        } catch let answer as Answer {
            return answer
        } catch {
            throw CancellationError()
        }
    }

    /// The dialogs of one request.
    private struct Session {
        let program: PromptProgram
        let environment: [String: String]
        /// The time of ``Deadline/now`` at which the question ends.
        let end: Duration
        /// The number of answers that came too early.
        var early = 0
    }

    private var timedOut: Answer { .none(reason: "\(HistoryLine.unanswered) within \(Self.words(timeout))") }

    /// Throws the answer if there is no program or no display.
    private static func program(
        _ command: [String]?, _ environment: [String: String]
    ) throws(Answer) -> PromptProgram {
        if let command {
            guard let path = ProgramSearch.find(command.first ?? "", in: environment) else {
                throw .unavailable(
                    "the program of 'prompt' in config.yaml is not found",
                    cure: "install that program, or name another ('xcallback edit config')")
            }
            if let fault = ProgramSearch.fault(of: path) {
                throw .unavailable(fault, cure: "change who may write the program, or name another in 'prompt'")
            }
            return .custom([path] + command.dropFirst())
        }
        guard let found = PromptProgram(searching: environment) else {
            throw .unavailable(
                "neither zenity nor kdialog is found",
                cure: "install one of them (apt install zenity), or name another program in 'prompt' of config.yaml")
        }
        guard SessionVariables.nameDisplay(environment) else {
            throw .unavailable(
                "nobody is logged in at a display: neither DISPLAY nor WAYLAND_DISPLAY is set",
                cure: "run '\(SessionVariables.importCommand)' in the desktop session, or start xcallbackd there")
        }
        return found
    }

    /// Shows a dialog until an answer counts. Throws the ``Answer`` if the user gives none, and `CancellationError` if the
    /// task is cancelled.
    /// - Parameter offersAlways: Whether the dialog offers "always"; nil for the dialog after that answer.
    private func show(
        _ text: String, at door: Door, offersAlways: Bool?, in session: inout Session, _ activated: (String) -> Void
    ) async throws -> PromptProgram.Answer {
        let folders = (try? BaseDirectories(environment: session.environment))?.dataSearchPath ?? []
        var dialog = PromptProgram.Dialog(
            text: text, door: door, isQuestion: offersAlways != nil, offersAlways: offersAlways ?? false,
            hasIcon: folders.contains { File.exists("\($0)/\(SupportFile.icon.place)") },
            isUTF8: Printable.isUTF8(session.environment))
        while true {
            dialog.timeout = session.end - Deadline.now
            guard dialog.timeout > .zero else { throw timedOut }
            let (answer, readingTime) = try await run(dialog, session, activated)
            guard answer != .none else { throw timedOut }
            guard answer == .yes, let readingTime, readingTime < Self.readingTime else { return answer }
            session.early += 1
            logger.notice(
                "the user's answer came too early", metadata: ["milliseconds": "\(Int(readingTime / .milliseconds(1)))"]
            )
            guard session.early < Self.earlyLimit else { throw Answer.no }
            dialog.isAgain = true
        }
    }

    /// Shows a dialog once.
    /// - Returns: The answer, and the time for which the user saw the dialog; nil if the program itself decides which
    ///   answers count.
    private func run(
        _ dialog: PromptProgram.Dialog, _ session: Session, _ activated: (String) -> Void
    ) async throws -> (PromptProgram.Answer, Duration?) {
        let program = session.program
        let command = CommandRunner.Command(
            arguments: program.arguments(showing: dialog),
            environment: session.environment.merging(program.variables(over: session.environment)) { $1 },
            directory: "/", outputLimit: Self.outputLimit, timeout: dialog.timeout)
        let completion: CommandRunner.Completion
        do {
            completion = try await commands.run(command)
        } catch let error as CancellationError {
            throw error
        } catch {
            logger.error(
                "the prompt could not be started", metadata: ["error": "\(Printable.logged("\(error)", limit: 512))"])
            let reason = "the program of 'prompt' in config.yaml could not be started"
            throw Answer.failure(reason: reason, cure: nil, wasStarted: true)
        }
        if dialog.hasIcon, case .zenity = program, case .exited(255) = completion.end {
            // A later version may not know the option for the icon any more.
            var plain = dialog
            plain.hasIcon = false
            return try await run(plain, session, activated)
        }
        let lines = String(decoding: completion.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(
            String.init)
        for line in lines where line.hasPrefix(Self.activationMark) {
            activated(String(line.dropFirst(Self.activationMark.count)))
        }
        if let answer = program.answer(completion, lines, to: dialog) {
            return (answer, program.readingTime(completion))
        }
        let reason =
            switch completion.end {
            case .exited(let status): "the prompt ended with status \(status)"
            case .signaled(let signal): "the prompt was killed by signal \(signal)"
            case .flooded: "the prompt wrote more than \(Self.outputLimit) bytes"
            case .timedOut: "the prompt did not end"
            }
        logger.notice(
            "the user was not asked",
            metadata: ["reason": "\(reason)", "stderr": "\(Printable.logged(completion.lastErrorLine, limit: 512))"])
        let displays = SessionVariables.displays(session.environment)
        let folder = session.environment["XDG_RUNTIME_DIR"]
        if !program.isCustom, !displays.contains(where: { DisplayServer.answers(at: $0, runtimeFolder: folder) }) {
            throw Answer.unavailable(
                "nobody is logged in at \(displays.joined(separator: ", "))",
                cure: "in the desktop session run '\(SessionVariables.importCommand)'", wasStarted: true)
        }
        // The program may say why.
        let said = Printable.message(completion.lastErrorLine, limit: 200)
        let told = said.isEmpty ? reason : "\(reason): \(said)"
        throw Answer.failure(reason: told, cure: nil, wasStarted: true)
    }

    /// Returns a text such as `60 seconds`.
    private static func words(_ timeout: Duration) -> String { "\(timeout)".replacing(".0 seconds", with: " seconds") }

    /// The text that a program prints before a newer activation token.
    private static let activationMark = "activation-token: "
}

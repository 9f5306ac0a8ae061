import DesktopEntries
import DispatcherConfiguration
import DispatcherMessages
import Glibc
package import Logging
import UnixSystem
package import XCallbackURL

/// Starts the program that opens a URL, by execve with the URL as one argument: as a unit of the user manager or,
/// without a manager, in its own session.
package struct Opener: Sendable {
    /// The daemon's own variables.
    let own: [String: String]
    let logger: Logger

    package init(own: [String: String], logger: Logger) {
        self.own = own
        self.logger = logger
    }

    /// Starts the opener for a URL and returns as soon as the opener runs.
    /// - Parameters:
    ///   - environment: The opener's variables.
    ///   - requested: The opener's variables that came with the request.
    ///   - turn: The opener's place among the openers that run at once. The opener keeps the place until its end.
    package func open(
        _ url: String, scheme: Scheme, by command: [String], environment: [String: String],
        requested: [String: String], turn: OpenerTurn
    ) async -> OpenerStart {
        let program = command.first ?? ""
        guard let path = ProgramSearch.find(program, in: environment) else {
            return .failed("the opener '\(program)' is not found")
        }
        if let fault = ProgramSearch.fault(of: path) { return .failed(fault) }
        let manager = UserManager(environment: own)
        var app = Self.name(ofProgram: program)
        if let reason = sessionFault(program: program, environment: environment) { return .failed(reason) }
        // The app of a web link is looked up only for the name of its unit.
        if !scheme.isWeb || manager != nil {
            switch target(of: scheme, program: program, environment: environment) {
            case .none(let reason): return .failed(reason)
            case .app(let handler): app = handler.identifier
            case .unknown: break
            }
        }
        let arguments = [path] + command.dropFirst() + [url]
        if let manager {
            let command = manager.command(
                for: arguments, in: OpenedUnit.name(app), own: environment, requested: requested)
            if let start = await start(inUnit: command, turn) { return start }
        }
        // An opener that could not be started delivered no URL, so a second attempt is safe.
        var start = await start(arguments, environment: environment, turn)
        if case .failed = start { start = await self.start(arguments, environment: environment, turn) }
        return start
    }

    /// Returns the reason why no app would get a URL; nil if an app would get it.
    package func undeliverableReason(
        _ scheme: Scheme, by command: [String], environment: [String: String]
    ) -> String? {
        let program = command.first ?? ""
        if let reason = sessionFault(program: program, environment: environment) { return reason }
        guard case .none(let reason) = target(of: scheme, program: program, environment: environment) else {
            return nil
        }
        return reason
    }

    /// Returns the reason why the opener would lose any URL in this session; nil without a known reason.
    private func sessionFault(program: String, environment: [String: String]) -> String? {
        ProgramSearch.find(program, in: environment).flatMap {
            AssociationRules.fault(ofOpener: $0, in: environment)?.reason
        }
    }

    /// The destination of a scheme's URLs.
    private enum Target {
        case app(SchemeHandler)
        case unknown
        case none(reason: String)
    }

    /// Looks up the destination, because xdg-open and gio report nothing useful if no app opens a scheme. A web link
    /// always has a destination.
    private func target(of scheme: Scheme, program: String, environment: [String: String]) -> Target {
        guard Self.isDesktops(program) else { return .unknown }
        let name = Self.name(ofProgram: program)
        let hasDisplay = !(environment["DISPLAY"] ?? "").isEmpty || !(environment["WAYLAND_DISPLAY"] ?? "").isEmpty
        if name == "xdg-open", !scheme.isWeb, !hasDisplay, (environment["XDG_CURRENT_DESKTOP"] ?? "").isEmpty {
            return .none(reason: "the daemon has neither DISPLAY nor WAYLAND_DISPLAY, so xdg-open would start no app")
        }
        do {
            let handlers = try SchemeHandlers(environment: environment, rules: Self.rules(ofProgram: program))
            if let handler = handlers.handler(of: scheme) { return .app(handler) }
            return scheme.isWeb ? .unknown : .none(reason: "no app is registered for \(scheme):")
        } catch {
            // An app may get the URL nevertheless.
            logger.warning("cannot look up who opens a scheme", metadata: ["scheme": "\(scheme)", "error": "\(error)"])
            return .unknown
        }
    }

    /// Whether the program is an opener of the desktop, rather than a program of the user.
    package static func isDesktops(_ program: String) -> Bool {
        ["xdg-open", "gio"].contains(name(ofProgram: program))
    }

    static func name(ofProgram path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Starts an opener in a unit. Nil if no opener runs, so that another way is safe.
    private func start(inUnit command: CommandRunner.Command, _ turn: OpenerTurn) async -> OpenerStart? {
        let (starts, start) = AsyncStream.makeStream(of: OpenerStart?.self)
        let (failures, failure) = AsyncStream.makeStream(of: String.self)
        var watched = command
        watched.errorMark = CommandRunner.ErrorMark(text: UserManager.startMark) {
            start.yield(.started(OpenerEnd(failures)))
        }
        // This task belongs to no group: a cancelled request does not stop its opener. At the deadline systemd-run is
        // ended, and the unit continues.
        Task(executorPreference: TaskPool.preferred) { [watched] in
            defer {
                failure.finish()
                start.finish()
                withExtendedLifetime(turn) {}
            }
            do {
                let completion = try await CommandRunner().run(watched)
                switch completion.end {
                case .exited(0): start.yield(.started(OpenerEnd(failures)))
                case .exited(let status):
                    // After the mark, the status is the opener's status, and later output is ignored.
                    failure.yield(OpenerEnd.reason(status))
                    fallthrough
                case .flooded:
                    logger.debug(
                        "the user manager did not start an opener, or the opener failed",
                        metadata: ["stderr": "\(Printable.logged(completion.lastErrorLine, limit: 512))"])
                    start.yield(nil)
                case .signaled, .timedOut:
                    start.yield(.uncertain("the user manager did not say whether the opener runs"))
                }
            } catch {
                logger.notice("systemd-run could not be started", metadata: ["error": "\(error)"])
                start.yield(nil)
            }
        }
        for await start in starts {
            return start
        }
        return .uncertain("interrupted while the user manager was starting the opener")
    }

    private func start(
        _ arguments: [String], environment: [String: String], _ turn: OpenerTurn
    ) async -> OpenerStart {
        let (failures, failure) = AsyncStream.makeStream(of: String.self)
        return await withCheckedContinuation { continuation in
            // The thread ends with the opener. The opener may be the browser that it started, so cancelling neither
            // waits for the opener's end nor causes it.
            let hasThread = WorkThread("opener").run {
                defer {
                    failure.finish()
                    withExtendedLifetime(turn) {}
                }
                let null = ChildProcess.Stream.descriptor(NullDevice.number)
                let child: ChildProcess
                do throws(SystemCallError) {
                    child = try ChildProcess(
                        arguments, path: arguments.first, environment: environment, input: null, output: null,
                        errors: null, signals: .reset, group: .ownSession, directory: "/", closesOthers: true)
                } catch {
                    continuation.resume(returning: Self.failure(arguments, error))
                    return
                }
                continuation.resume(returning: .started(OpenerEnd(failures)))
                let end = child.end()
                switch end {
                case .exited(0), nil: break
                case .exited(let status): failure.yield(OpenerEnd.reason(status))
                case .signaled(let signal): failure.yield("opener was killed by signal \(signal)")
                }
                logger.debug("the opener ended", metadata: ["status": "\(end.map { "\($0)" } ?? "")"])
            }
            if !hasThread {
                continuation.resume(returning: Self.failure(arguments, SystemCallError("", number: EAGAIN)))
            }
        }
    }

    private static func failure(_ arguments: [String], _ error: SystemCallError) -> OpenerStart {
        .failed("the opener '\(arguments.first ?? "")' could not be started: \(SystemCallError.reason(error.number))")
    }
}

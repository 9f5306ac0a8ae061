package import DesktopEntries
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
        let (app, fault) = target(of: scheme, by: program, environment)
        if let fault { return .failed(fault) }
        let arguments = [path] + command.dropFirst() + [url]
        if let manager = UserManager(environment: own) {
            let unit = OpenedUnit.name(app?.identifier ?? Self.name(ofProgram: program))
            let command = manager.command(for: arguments, in: unit, own: environment, requested: requested)
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
        target(of: scheme, by: command.first ?? "", environment).fault
    }

    /// Looks up which app gets the URLs of a scheme from the desktop. Reads files.
    package func owner(of scheme: Scheme, by command: [String], environment: [String: String]) -> SchemeOwner {
        handlers(of: scheme, by: command.first ?? "", environment)?.owner(of: scheme) ?? .anotherApp
    }

    /// Looks up the app that gets the URLs of a scheme from an opener, because xdg-open and gio report nothing useful if
    /// no app opens a scheme. A web link always has a destination.
    /// - Returns: The app, if it is known, and the reason why no app would get a URL; nil if an app may get it.
    private func target(
        of scheme: Scheme, by program: String, _ environment: [String: String]
    ) -> (app: SchemeHandler?, fault: String?) {
        if let path = ProgramSearch.find(program, in: environment),
            let fault = AssociationRules.fault(ofOpener: path, in: environment)
        {
            return (nil, fault.reason)
        }
        guard Self.isDesktops(program) else { return (nil, nil) }
        let hasDisplay = !(environment["DISPLAY"] ?? "").isEmpty || !(environment["WAYLAND_DISPLAY"] ?? "").isEmpty
        if Self.name(ofProgram: program) == "xdg-open", !scheme.isWeb, !hasDisplay,
            (environment["XDG_CURRENT_DESKTOP"] ?? "").isEmpty
        {
            return (nil, "the daemon has neither DISPLAY nor WAYLAND_DISPLAY, so xdg-open would start no app")
        }
        guard let handlers = handlers(of: scheme, by: program, environment) else { return (nil, nil) }
        let app = handlers.handler(of: scheme)
        return (app, app == nil && !scheme.isWeb ? "no app is registered for \(scheme):" : nil)
    }

    /// Returns the look-up by the rules of an opener; nil if it is not possible, although an app may get the URLs.
    private func handlers(of scheme: Scheme, by program: String, _ environment: [String: String]) -> SchemeHandlers? {
        do {
            let rules: AssociationRules? = Self.name(ofProgram: program) == "gio" ? .gio : nil
            return try SchemeHandlers(environment: environment, rules: rules)
        } catch {
            logger.warning("cannot look up who opens a scheme", metadata: ["scheme": "\(scheme)", "error": "\(error)"])
            return nil
        }
    }

    /// Whether the program is an opener of the desktop, rather than a program of the user.
    package static func isDesktops(_ program: String) -> Bool {
        ["xdg-open", "gio"].contains(name(ofProgram: program))
    }

    private static func name(ofProgram path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Starts an opener in a unit. Nil if no opener runs, so that another way is safe.
    private func start(inUnit command: CommandRunner.Command, _ turn: OpenerTurn) async -> OpenerStart? {
        let start = Answer<OpenerStart?>()
        let failure = Answer<String?>()
        var watched = command
        watched.errorMark = (UserManager.startMark, { start.give(.started(OpenerEnd(failure))) })
        // This task belongs to no group: a cancelled request does not stop its opener. At the deadline systemd-run is
        // ended, and the unit continues.
        Task(executorPreference: TaskPool.preferred) { [watched] in
            defer {
                failure.give(nil)
                withExtendedLifetime(turn) {}
            }
            do {
                let completion = try await CommandRunner().run(watched)
                switch completion.end {
                case .exited(0): start.give(.started(OpenerEnd(failure)))
                case .exited(let status):
                    // After the mark, the status is the opener's status, and later output is ignored.
                    failure.give(OpenerEnd.reason(status))
                    fallthrough
                case .flooded:
                    logger.debug(
                        "the user manager did not start an opener, or the opener failed",
                        metadata: ["stderr": "\(Printable.logged(completion.lastErrorLine, limit: 512))"])
                    start.give(nil)
                case .signaled, .timedOut:
                    start.give(.uncertain("the user manager did not say whether the opener runs"))
                }
            } catch {
                logger.notice("systemd-run could not be started", metadata: ["error": "\(error)"])
                start.give(nil)
            }
        }
        return await start.value() ?? .uncertain("interrupted while the user manager was starting the opener")
    }

    private func start(
        _ arguments: [String], environment: [String: String], _ turn: OpenerTurn
    ) async -> OpenerStart {
        let start = Answer<OpenerStart>()
        let failure = Answer<String?>()
        // The thread ends with the opener. The opener may be the browser that it started, so cancelling neither waits for
        // the opener's end nor causes it.
        let hasThread = WorkThread("opener").run {
            defer {
                failure.give(nil)
                withExtendedLifetime(turn) {}
            }
            let null = ChildProcess.Stream.descriptor(NullDevice.number)
            let child: ChildProcess
            do throws(SystemCallError) {
                child = try ChildProcess(
                    arguments, path: arguments.first, environment: environment, input: null, output: null,
                    errors: null, directory: "/", isApart: true)
            } catch {
                start.give(Self.failure(arguments, error))
                return
            }
            start.give(.started(OpenerEnd(failure)))
            let end = child.end()
            switch end {
            case .exited(0), nil: break
            case .exited(let status): failure.give(OpenerEnd.reason(status))
            case .signaled(let signal): failure.give("opener was killed by signal \(signal)")
            }
            logger.debug("the opener ended", metadata: ["status": "\(end.map { "\($0)" } ?? "")"])
        }
        guard hasThread else { return Self.failure(arguments, SystemCallError("", number: EAGAIN)) }
        return await start.value(onCancel: {})
    }

    private static func failure(_ arguments: [String], _ error: SystemCallError) -> OpenerStart {
        .failed("the opener '\(arguments.first ?? "")' could not be started: \(SystemCallError.reason(error.number))")
    }
}

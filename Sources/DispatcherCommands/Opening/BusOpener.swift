import DesktopEntries
import DispatcherMessages
import Synchronization
import UnixSystem
import XCallbackURL

/// Opens URLs with apps that the session bus starts: calls `Open` of `org.freedesktop.Application`, with the activation
/// token (Desktop Entry Specification, "D-Bus Activation"). A program of the desktop makes the call, with the URL as
/// one argument.
struct BusOpener: Sendable {
    /// The time in which the app has to accept the URL.
    private static let timeout = Duration.seconds(10)
    /// The time in which the bus has to start the app. The bus would not deliver the URL if the caller had gone.
    private static let activationTimeout = Duration.seconds(60)

    /// The rules of the specification; for a folder without a cache, the rules of KDE.
    static let rules = AssociationRules.kde

    /// The app's name on the bus, which is its desktop file id.
    private let name: String

    /// Looks up the app of a scheme. Throws the reason why the bus cannot open the scheme.
    init(_ scheme: Scheme, environment: [String: String]) throws(Failure) {
        let app: SchemeHandler?
        do {
            app = try SchemeHandlers(environment: environment, rules: Self.rules).handler(of: scheme)
        } catch {
            throw Failure(reason: "cannot look up who opens \(scheme): \(error)")
        }
        guard let app else { throw Failure(reason: "no app is registered for \(scheme):") }
        guard app.isBusActivatable else {
            throw Failure(reason: "\(app.identifier) has no DBusActivatable=true, so D-Bus cannot open it")
        }
        let name = String(app.identifier.dropLast(".desktop".count))
        guard Self.isBusName(name) else { throw Failure(reason: "'\(name)' cannot be the name of an app on D-Bus") }
        self.name = name
    }

    struct Failure: Error {
        let reason: String
    }

    /// Opens a URL, and returns when the app has accepted it. A call that takes longer than ``timeout`` continues in
    /// the background.
    /// - Parameters:
    ///   - environment: The variables of the session: its bus, and the activation token.
    ///   - turn: The place of the call among the openers that run at once.
    func open(_ url: String, environment: [String: String], turn: OpenerTurn) async -> OpenerStart {
        guard let arguments = arguments(opening: url, environment: environment) else {
            return .failed("neither busctl nor gdbus is found; opening an app over D-Bus needs one of them")
        }
        let command = CommandRunner.Command(
            arguments: arguments, environment: environment, directory: "/", outputLimit: 4096,
            timeout: Self.activationTimeout)
        let (outcomes, outcome) = AsyncStream.makeStream(of: OpenerStart.self)
        // These tasks belong to no group: the call continues when its caller no longer waits.
        Task(executorPreference: TaskPool.preferred) {
            outcome.yield(await Self.failure(of: command).map { .failed($0) } ?? .started(OpenerEnd()))
            outcome.finish()
            withExtendedLifetime(turn) {}
        }
        let timer = Task(executorPreference: TaskPool.preferred) {
            guard await Deadline.wait(for: Self.timeout) else { return }
            outcome.yield(.uncertain("\(name) did not accept the URL within \(Self.timeout)"))
        }
        defer { timer.cancel() }
        for await start in outcomes { return start }
        return .uncertain("interrupted while \(name) was being opened")
    }

    private static func failure(of command: CommandRunner.Command) async -> String? {
        do {
            let completion = try await CommandRunner().run(command)
            if completion.end == .exited(0) { return nil }
            return completion.lastErrorLine.isEmpty
                ? "the call over D-Bus failed" : Printable.shown(completion.lastErrorLine, limit: 300)
        } catch {
            return "the call over D-Bus could not be made: \(error)"
        }
    }

    /// Returns the program that calls the app, and its arguments; nil if neither program is found.
    func arguments(opening url: String, environment: [String: String]) -> [String]? {
        let path = "/" + name.replacing(".", with: "/").replacing("-", with: "_")
        let token = SessionVariables.activationNames.lazy.compactMap { environment[$0] }.first
        let data = token.map { token in ["activation-token", "desktop-startup-id"].map { ($0, token) } } ?? []
        let interface = "org.freedesktop.Application"
        let seconds = Self.activationTimeout.components.seconds
        if let program = ProgramSearch.find("busctl", in: environment) {
            // No word after `--` is an option, not even a token that begins with `-`.
            return [program, "--user", "--timeout=\(seconds)s", "--", "call", name, path, interface, "Open", "asa{sv}"]
                + ["1", url, "\(data.count)"] + data.flatMap { [$0, "s", $1] }
        }
        guard let program = ProgramSearch.find("gdbus", in: environment) else { return nil }
        let members = data.map { "'\($0)': <\(Self.quoted($1))>" }.joined(separator: ", ")
        return [
            program, "call", "--session", "--timeout", "\(seconds)", "--dest", name, "--object-path", path, "--method",
            "\(interface).Open", "@as [\(Self.quoted(url))]", "@a{sv} {\(members)}",
        ]
    }

    /// Returns a string in GVariant's text format.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#))'"
    }

    /// Whether the text is a well-known bus name (D-Bus Specification).
    private static func isBusName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return name.utf8.count <= 255 && parts.count > 1
            && parts.allSatisfy { part in
                guard let first = part.first, !isDigit(first) else { return false }
                return part.allSatisfy {
                    isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                        || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
                }
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

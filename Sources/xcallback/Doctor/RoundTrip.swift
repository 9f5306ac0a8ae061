import ArgumentParser
import DesktopEntries
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// A call of an app that is registered for this one time. The app answers by opening the x-success of the call.
///
/// While the app is registered, any web page may open the app's scheme. So the app opens only an address of the form
/// that calls wait at; a page cannot guess the address of a call.
struct RoundTrip {
    /// The desktop entry of the app. No other entry that xcallback writes has this prefix.
    private static var file: String { "\(applications)/org.xcallback.RoundTrip.desktop" }

    /// How long the answer may take.
    let timeout: Duration

    /// - Parameter hasFaults: Whether `doctor` has shown a fault before.
    func finding(hasFaults: Bool) -> Finding {
        // A process that a signal ends would leave the app registered. Each step of the round trip has a limit of seconds.
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
        do throws(SystemCallError) {
            _ = try Directory.make(Self.applications)
            try File.replace(Self.file, with: Array(Self.entry.utf8), followsLinks: false)
        } catch {
            return Finding(.fault, "round trip", "\(error)")
        }
        Self.updateDatabase()
        defer {
            try? File.remove(Self.file)
            Self.updateDatabase()
        }
        let begun = ContinuousClock.now
        do {
            let daemon = try SocketDirectory.here
            var client = try DaemonClient(to: daemon, door: .control)
            try client.send(CallMethod.self) {
                ($0.url, $0.timeout) = (RoundTripCall.url, TimeText(timeout))
                $0.environment = Dictionary(uniqueKeysWithValues: DispatchParameters.environment(for: daemon))
            }
            let reply = try OutcomeReply(client.receive(milliseconds: 10_000))
            let time = ContinuousClock.now - begun
            switch reply.outcome {
            case .success:
                return Finding(.ok, "round trip", "daemon → opener → app → opener → desktop entry → daemon", time: time)
            case .cancel: return Finding(.fault, "round trip", "it was cancelled")
            case .error(let error):
                return Finding(
                    .fault, "round trip", error.description,
                    remedy: error.code == StandardCode.timeout.rawValue
                        ? "the URL or its answer got lost on the desktop: see \(hasFaults ? "the faults above, and " : "")"
                            + "xcallback history --all" : nil)
            }
        } catch {
            return Finding(.fault, "round trip", "\(error)", remedy: "xcallback install")
        }
    }

    /// Answers a call like an app: opens the x-success of the call with one more parameter.
    static func answer(_ url: String) throws {
        guard let parts = try? RawURL(Array(url.utf8)), let callback = Callbacks(parts)[.success],
            callback.text.firstMatch(of: /^xcallback:\/\/x-callback-url\/reply\/[0-9a-f]{32}\??$/) != nil
        else { throw Shell.failure("the URL has no x-success that leads to a call", .usage) }
        let child = try ChildProcess([
            "xdg-open", callback.text + (callback.text.hasSuffix("?") ? "" : "?") + "answer=1",
        ])
        try Shell.exit(child.wait() == 0 ? .success : .errorOutcome)
    }

    private static var applications: String { Shell.folder("XDG_DATA_HOME", orHome: ".local/share") + "/applications" }

    private static var entry: String {
        DesktopEntry.text([
            "Name": "xcallback doctor", "Exec": "\(Shell.executable) doctor --answer %u", "StartupNotify": "false",
            "MimeType": "x-scheme-handler/\(RoundTripCall.scheme);",
        ])
    }

    private static func updateDatabase() {
        guard let path = ProgramSearch.find("update-desktop-database", in: Shell.environment) else { return }
        let command = ["update-desktop-database", applications]
        _ = try? CompletedProcess.run(path: path, arguments: command, environment: Shell.environment, seconds: 5)
    }
}

import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem
import XCallbackURL

/// A call of an app that is registered for this one time: it answers by opening the x-success that it was given.
struct RoundTrip {
    private static let scheme = "xcallback-doctor"
    private static let timeout = Duration.seconds(20)

    func finding() -> Finding {
        let file = "\(Self.applications)/\(Self.scheme).desktop"
        do throws(SystemCallError) {
            _ = try Directory.make(Self.applications)
            try File.replace(file, with: Array(Self.entry.utf8), followsLinks: false)
        } catch {
            return .fault("round trip", "\(error)")
        }
        Self.updateDatabase()
        defer {
            try? File.remove(file)
            Self.updateDatabase()
        }
        let begun = ContinuousClock.now
        do {
            let daemon = try DaemonAddress.here
            var client = try DaemonClient(to: daemon, door: .control)
            try client.send(.call) { printer in
                printer.parameter(.url, "\(Self.scheme):answer")
                printer.parameter(.timeout, "\(Self.timeout.milliseconds)ms")
                Dispatch.printEnvironment(for: daemon, into: &printer)
            }
            let reply = try OutcomeReply(client.receive(milliseconds: 30_000))
            let time = ContinuousClock.now - begun
            switch reply.outcome {
            case .success:
                return .ok("round trip", "daemon → opener → app → opener → desktop entry → daemon", time: time)
            case .cancel: return .fault("round trip", "it was cancelled")
            case .error(let error):
                return .fault(
                    "round trip", OpenURL.sentence(error),
                    remedy: error.code == StandardCode.timeout.rawValue
                        ? "the URL or its answer got lost on the desktop: see the faults above, and xcallback history --all"
                        : nil)
            }
        } catch {
            return .fault("round trip", "\(error)", remedy: "xcallback install")
        }
    }

    /// Answers a call, as an app does: opens its x-success with one more parameter.
    static func answer(_ url: String) throws {
        guard let parts = try? RawURL(Array(url.utf8)), let callback = Callbacks(parts)[.success] else {
            Shell.report("the URL has no x-success")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        let answer = callback.text + (callback.text.contains("?") ? "&" : "?") + "answer=1"
        let child = try ChildProcess(["xdg-open", answer])
        try XCallbackCommand.exit(child.wait() == 0 ? .success : .errorOutcome)
    }

    private static var applications: String {
        let own = Shell.variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return "\(own ?? "\(Shell.variable("HOME") ?? "")/.local/share")/applications"
    }

    private static var entry: String {
        """
        [Desktop Entry]
        Type=Application
        Name=xcallback doctor
        Exec=\(Shell.executable) doctor --answer %u
        NoDisplay=true
        MimeType=x-scheme-handler/\(scheme);

        """
    }

    private static func updateDatabase() {
        _ = try? ChildProcess(["update-desktop-database", applications], output: .empty, errors: .empty).wait()
    }
}

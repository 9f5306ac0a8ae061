import ArgumentParser
import DispatcherMessages
import UnixSystem
import XCallbackURL

/// `xcallback doctor`
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check that a click reaches its command, step by step.",
        discussion: """
            Checks the programs, the daemon and its three sockets, the files, and which app opens each scheme. Names the \
            routes that an agent may run without a question. A round trip follows: the daemon opens a URL, the desktop starts an app that is registered for this one time, and \
            the app's answer comes back through the desktop entry of xcallback:. Each fault is shown with its remedy.

            With SCHEMEs, 'doctor' also checks the apps of these schemes, which your calls and callbacks open: whether \
            xdg-open and gio find each app, and whether its desktop entry passes the URL on as one argument.

            The exit status is 1 if there is a fault.

            Example:
              xcallback doctor
              xcallback doctor obsidian
            """)

    @Argument(help: "Schemes of other apps to check.")
    var schemes: [String] = []

    @Flag(help: "Leave out the round trip, which opens a URL.")
    var noRoundTrip = false

    @Option(help: .hidden)
    var answer: String?

    @Option(help: .hidden, transform: { Duration(text: $0) })
    var roundTripTimeout: Duration?

    private static let begun = SystemClock.monotonic.milliseconds

    /// The part of a time since the first check that is left, at least 1.5 seconds, in milliseconds: unless something hangs, `doctor`
    /// ends within five seconds.
    static func timeLeft(of milliseconds: Int) -> Int {
        max(begun + milliseconds - SystemClock.monotonic.milliseconds, 1500)
    }

    /// The subjects without which no URL comes around.
    private static let needsOfRoundTrip = ["opener", "scheme xcallback"]

    func run() throws {
        if let answer { return try RoundTrip.answer(answer) }
        let apps = try schemes.map { text in
            guard let scheme = Scheme(text) else {
                throw ValidationError("'\(Printable.shown(text))' is not a scheme, as in: xcallback doctor obsidian")
            }
            return scheme
        }
        var (findings, isRunning) = Self.check { $0.show() }
        let checkedApps = AppCheckup(schemes: apps).findings
        for finding in checkedApps { finding.show() }
        findings += checkedApps
        var grades = findings.map(\.grade)
        if isRunning, !noRoundTrip {
            let isHopeless = findings.contains { $0.grade == .fault && Self.needsOfRoundTrip.contains($0.subject) }
            let timeout = roundTripTimeout ?? .milliseconds(Self.timeLeft(of: 5000))
            let finding =
                isHopeless
                ? Finding(.hint, "round trip", "was left out, since a fault above stops it")
                : RoundTrip(timeout: timeout).finding(hasFaults: grades.contains(.fault))
            finding.show()
            grades.append(finding.grade)
        }
        try Shell.exit(grades.contains(.fault) ? .errorOutcome : .success)
    }

    /// Makes all checks but the round trip.
    /// - Parameter config: The folder of the configuration; nil for the user's own folder.
    /// - Returns: The findings, and whether a daemon answers.
    static func check(
        config: String? = nil, show: (Finding) -> Void = { _ in }
    ) -> (findings: [Finding], isRunning: Bool) {
        let daemon = DaemonCheckup(config: config)
        daemon.findings.forEach(show)
        let desktop = DesktopCheckup(status: daemon.status, schemes: daemon.schemes)
        desktop.findings.forEach(show)
        return (daemon.findings + desktop.findings, daemon.status != nil)
    }
}

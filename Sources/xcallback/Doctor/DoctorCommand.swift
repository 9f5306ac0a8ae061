import ArgumentParser
import DesktopEntries
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

            With SCHEMEs of your routes, 'doctor' checks these schemes alone, without the round trip, and names the routes \
            that are open to clicks. With SCHEMEs of other apps, which your calls and callbacks open, it also checks whether xdg-open and \
            gio find each app, and whether its desktop entry passes the URL on as one argument.

            The exit status is 1 if there is a fault.

            Examples:
              xcallback doctor
              xcallback doctor notes
              xcallback doctor obsidian
            """)

    @Argument(help: "Schemes or URLs to check, of your routes or of other apps.", completion: NameCompletion.schemes)
    var schemes: [String] = []

    @Flag(help: "Leave out the round trip, which opens a URL.")
    var noRoundTrip = false

    @Option(help: .hidden)
    var answer: String?

    /// The time of the first check on the monotonic clock, in milliseconds.
    static let begun = SystemClock.monotonic.milliseconds

    /// The part of a time since the first check that is left, at least 1.5 seconds, in milliseconds: `doctor` ends within
    /// five seconds, unless several parts hang.
    static func timeLeft(of milliseconds: Int) -> Int {
        max(begun + milliseconds - SystemClock.monotonic.milliseconds, 1500)
    }

    /// The subjects without which no URL comes around.
    private static let needsOfRoundTrip = ["opener", "scheme xcallback"]

    func run() throws {
        if let answer { return try RoundTrip.answer(answer) }
        let chosen = try schemes.map { text in
            guard let scheme = Scheme(String(text.prefix { $0 != ":" })) else {
                throw ValidationError("'\(Printable.shown(text))' is not a scheme, as in: xcallback doctor obsidian")
            }
            return scheme
        }
        func show(_ finding: Finding) { if finding.grade == .ok { finding.show() } }
        var (findings, mayGoRound, hangs) = Self.check(chosen, show: show)
        if mayGoRound, !noRoundTrip {
            let faults = findings.filter { $0.grade == .fault }
            let isHopeless = faults.contains { Self.needsOfRoundTrip.contains($0.subject) }
            let reason = hangs ? "a service of the session hangs" : "a fault above stops it"
            let finding =
                isHopeless || hangs
                ? Finding(.hint, "round trip", "was left out, since \(reason)")
                : RoundTrip(timeout: .milliseconds(Self.timeLeft(of: 5000))).finding(hasFaults: !faults.isEmpty)
            show(finding)
            findings.append(finding)
        }
        // Nothing below the reason why a click is lost says that something works.
        for finding in findings.byGrade where finding.grade != .ok { finding.show() }
        try Shell.exit(findings.contains { $0.grade == .fault } ? .errorOutcome : .success)
    }

    /// Makes all checks but the round trip.
    /// - Parameter chosen: The schemes to check: of routes, then no other scheme of a route is checked, or of other apps.
    /// - Returns: The findings, whether a round trip makes sense (a daemon answers, and no scheme of a route was chosen), and
    ///   whether a service of the session hangs.
    static func check(
        _ chosen: [Scheme] = [], show: (Finding) -> Void = { _ in }
    ) -> (findings: [Finding], mayGoRound: Bool, hangs: Bool) {
        let inquiries = SessionInquiries()
        let daemon = DaemonCheckup(inquiries: inquiries)
        daemon.findings.forEach(show)
        let routes = RouteCheckup(isRunning: daemon.status != nil)
        // A scheme that no click may use is not among the schemes of the daemon, and is not registered.
        func isOwn(_ scheme: Scheme) -> Bool {
            daemon.schemes.contains(scheme) || routes.routes.contains { $0.schemes.contains(scheme.text) }
        }
        let own = chosen.filter(isOwn)
        let schemes = own.isEmpty ? daemon.schemes : own.filter(daemon.schemes.contains)
        let desktop = DesktopCheckup(status: daemon.status, schemes: schemes, routes: routes, inquiries: inquiries)
            .findings
        desktop.forEach(show)
        let clicked = chosen.isEmpty ? routes.registered : routes.routes.isEmpty ? [] : own
        let reached = clicked.map(routes.finding).filter { !chosen.isEmpty || $0.grade != .ok }
        let allowed = (daemon.status?.apps ?? []).compactMap { Scheme($0) }
        // The schemes of a file that is not loaded are registered, and belong to no route.
        let isLoaded = !daemon.findings.contains { $0.grade == .fault && $0.subject.hasSuffix("files") }
        let registered = isLoaded ? Installation.schemes(environment: Shell.environment) : []
        let others = chosen.isEmpty ? allowed + registered : chosen
        let apps = AppCheckup(
            schemes: others.filter { !isOwn($0) }, absence: chosen.isEmpty ? .hint : .fault,
            opener: daemon.status?.opener
        ).findings
        (reached + apps).forEach(show)
        let findings = daemon.findings + reached + apps + desktop
        return (findings, daemon.status != nil && own.isEmpty, inquiries.hang)
    }
}

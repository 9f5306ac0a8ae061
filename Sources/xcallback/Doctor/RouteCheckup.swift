import DesktopEntries
import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import UnixSystem
import XCallbackURL

/// Checks whether a route answers a click on a scheme.
struct RouteCheckup {
    /// The routes of the daemon; empty if it does not answer.
    private(set) var routes: [ListedRoute] = []
    /// The requests of the last day, newest first.
    private(set) var requests: [HistoryLine] = []

    /// - Parameter isRunning: Whether a daemon answers.
    init(isRunning: Bool) {
        guard isRunning else { return }
        var timeLeft: Int32 { Int32(DoctorCommand.timeLeft(of: 3500)) }
        routes = (try? Daemon.call(RoutesMethod.self, milliseconds: timeLeft).reply.routes) ?? []
        let history = try? Daemon.call(HistoryMethod.self, milliseconds: timeLeft) {
            ($0.since, $0.limit) = ("1d", 100)
        }
        requests = history?.reply.requests ?? []
    }

    /// The schemes of routes whose links the desktop opens here, also if no route answers clicks.
    var registered: [Scheme] {
        Set(routes.flatMap(\.schemes)).sorted().compactMap { Scheme($0) }.filter {
            DesktopEntry.isInstalled(for: $0, environment: Shell.environment)
        }
    }

    /// Returns whether a route answers a click on the scheme, and whether its program was found the last time.
    func finding(_ scheme: Scheme) -> Finding {
        let subject = "routes of \(scheme)"
        let routes = routes.filter { $0.mayAnswer(scheme) }
        let open = routes.filter { $0.desktop != "never" }
        let ready = open.filter(\.isAvailable)
        guard ready.isEmpty else {
            if let finding = ready.lazy.compactMap({ missingProgram(of: $0, subject) }).first { return finding }
            let names = ready.prefix(5).map(\.name).joined(separator: ", ")
            return Finding(
                .ok, subject, "open to clicks: \(names)\(ready.count > 5 ? " and \(ready.count - 5) more" : "")")
        }
        let edit = (open + routes).first?.feature.map { "xcallback edit \($0)" }
        guard let one = open.first else {
            return Finding(
                .hint, subject, "no route answers a click: each has 'desktop: never'",
                remedy: edit.map { "write 'desktop: ask': \($0)" })
        }
        let resume = PauseTarget.file(one.feature ?? "").resume
        return Finding(
            .hint, subject, "no route is available: \(one.name)\(one.reason.map { ", \($0)" } ?? "")",
            remedy: one.reason?.contains(resume) == true ? resume : edit)
    }

    /// Returns a finding if the last command of the route did not find a program.
    private func missingProgram(of route: ListedRoute, _ subject: String) -> Finding? {
        // A shell ends with this status then.
        guard let last = requests.first(where: { $0.route == route.name }), let error = last.error, error.code == 127
        else { return nil }
        let time = LocalTime(last.time)?.brief ?? last.time
        let reason = error.message == OutcomeError.opaqueMessage ? "'xcallback logs' names it" : error.message
        return Finding(
            .hint, subject, "\(route.name) did not find a program at \(time): \(reason)",
            remedy: route.feature.map { "xcallback edit \($0)" })
    }
}

import DesktopEntries
import DispatcherMessages
import XCallbackURL

/// Checks whether a route answers a click on a scheme.
enum RouteCheckup {
    /// The routes of the daemon; empty if it does not answer.
    static var routes: [ListedRoute] {
        let timeLeft = Int32(DoctorCommand.timeLeft(of: 3500))
        return (try? Daemon.call(RoutesMethod.self, milliseconds: timeLeft).reply.routes) ?? []
    }

    /// Returns the schemes of routes whose links the desktop opens here, also if no route answers clicks.
    static func registered(_ routes: [ListedRoute]) -> [Scheme] {
        Set(routes.flatMap(\.schemes)).sorted().compactMap { Scheme($0) }.filter {
            DesktopEntry.isInstalled(for: $0, environment: Shell.environment)
        }
    }

    /// - Parameter routes: The routes that may answer the scheme.
    static func finding(_ scheme: Scheme, _ routes: [ListedRoute]) -> Finding {
        let subject = "routes of \(scheme)"
        let open = routes.filter { $0.desktop != "never" }
        let ready = open.filter(\.isAvailable)
        guard ready.isEmpty else {
            guard !DeclinedSchemes.all(environment: Shell.environment).contains(scheme.text) else {
                return Finding(
                    .hint, subject, "no click arrives, since you declined the scheme",
                    remedy: "xcallback install \(scheme)")
            }
            let names = ready.prefix(5).map(\.name).joined(separator: ", ")
            return Finding(
                .ok, subject, "a click reaches \(names)\(ready.count > 5 ? " and \(ready.count - 5) more" : "")")
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
}

import DispatcherMessages
import XCallbackURL

/// Checks whether a route answers a click on a scheme.
enum RouteCheckup {
    /// The routes of the daemon; empty if it does not answer.
    static var routes: [ListedRoute] {
        let timeLeft = Int32(DoctorCommand.timeLeft(of: 3500))
        return (try? Daemon.call(RoutesMethod.self, milliseconds: timeLeft).reply.routes) ?? []
    }

    /// - Parameter routes: The routes that may answer the scheme.
    static func finding(_ scheme: Scheme, _ routes: [ListedRoute]) -> Finding {
        let subject = "routes of \(scheme)"
        let open = routes.filter { $0.desktop != "never" }
        let ready = open.filter(\.isAvailable)
        guard ready.isEmpty else {
            let names = ready.prefix(5).map(\.name).joined(separator: ", ")
            return Finding(
                .ok, subject, "a click reaches \(names)\(ready.count > 5 ? " and \(ready.count - 5) more" : "")")
        }
        if let one = open.first {
            return Finding(
                .hint, subject, "no route is available: \(one.name)\(one.reason.map { ", \($0)" } ?? "")",
                remedy: "xcallback routes")
        }
        return Finding(
            .hint, subject, "no route answers a click: each has 'desktop: never'",
            remedy: "write 'desktop: ask' in a route, if clicks should reach it")
    }
}

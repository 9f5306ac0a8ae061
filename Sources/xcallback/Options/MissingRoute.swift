import DispatcherClient
import DispatcherMessages
import QueryCoding
import RequestRecord
import URLSchemeRouter
import XCallbackURL

/// The likely reason why no route answers: a file whose routes the daemon does not have, or a URL of another app.
enum MissingRoute {
    /// Reports the first reason that applies on standard error.
    /// - Parameter url: The URL that no route answers, if a URL was to run.
    static func report(url: String? = nil) {
        // A process that the daemon started for a request of the desktop socket, for example, gets no status.
        guard let status = Daemon.status else { return }
        let mistakes =
            status.files.filter { $0.state == "refused" }.flatMap(\.mistakes)
            + (status.reload?.refused ?? []).flatMap(\.mistakes)
        if let mistake = mistakes.first {
            Shell.report("a file is not loaded: \(mistake); see 'xcallback check', then run 'xcallback reload'")
        } else if let file = status.files.first(where: { $0.state == StatusReply.File.changed }) {
            Shell.report("\(file.path) has changed since it was loaded; run 'xcallback reload'")
        } else if let url, let reply = try? Daemon.call(RoutesMethod.self, milliseconds: 5000).reply,
            let hint = foreignHint(url, reply.routes)
        {
            Shell.report(hint)
        }
    }

    /// Returns a sentence about how to open a URL of another app; nil for a URL that may mean a route.
    private static func foreignHint(_ url: String, _ routes: [ListedRoute]) -> String? {
        guard let scheme = Scheme(String(url.prefix { $0 != ":" })), !routes.contains(where: { $0.mayAnswer(scheme) }),
            nearest(to: scheme.text, among: routes.lazy.flatMap(\.schemes)) == nil
        else { return nil }
        let opening = "'xdg-open URL' opens it in its app"
        guard !scheme.isWeb else { return "no route answers this link; \(opening)" }
        return "no route answers '\(scheme.text):'; \(opening), 'xcallback call URL' also waits for the app's answer"
    }

    /// Reports the likely reason after an error about an unknown route.
    static func report(after error: any Error) { if (error as? ClientError)?.isUnknownRoute ?? false { report() } }

    /// Whether a text that was given as a URL is the name of a route.
    static func isName(_ url: String) -> Bool {
        !url.contains(":") && (try? Daemon.call(RoutesMethod.self).reply.routes.contains { $0.name == url }) ?? false
    }

    /// `no route 'hello.gret'; did you mean 'hello.greet'?`; nil for the name of a route.
    static func hint(for name: String) throws -> String? {
        let names = try Daemon.call(RoutesMethod.self).reply.routes.map(\.name)
        guard !names.contains(name) else { return nil }
        return "no route '\(Printable.shown(name, limit: 64))'\(suggestion(for: name, among: names))"
    }

    /// `; did you mean 'hello.greet'?`; empty if no name is near.
    static func suggestion(for name: String, among names: [String]) -> String {
        let near = nearestRouteName(to: name, among: names)
        return near.map { "; did you mean '\($0)'?" } ?? ""
    }
}

extension ListedRoute {
    /// Whether some URL of the scheme reaches the route.
    func mayAnswer(_ scheme: Scheme) -> Bool {
        scheme.isWeb ? !domains.isEmpty : schemes.contains { $0 == scheme.text || $0 == Self.any }
    }
}

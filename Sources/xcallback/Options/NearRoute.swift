import DispatcherMessages
import QueryCoding
import URLSchemeRouter

/// The names of the daemon's routes, for a name that is none of them.
struct NearRoute {
    private let names: [String]

    init(of daemon: DaemonOptions) throws {
        names = try daemon.call(RoutesMethod.self).reply.routes.map(\.name)
    }

    /// Whether a route has this name.
    func isRoute(_ text: String) -> Bool { names.contains(text) }

    /// `no route 'hello.gret'; did you mean 'hello.greet'?`; nil for the name of a route.
    func hint(for text: String) -> String? {
        guard !isRoute(text) else { return nil }
        let near = nearest(to: text, among: names) ?? routeName(endingLike: text, among: names)
        return "no route '\(Printable.shown(text, limit: 64))'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    }
}

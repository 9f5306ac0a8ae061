import ArgumentParser
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem

/// Completes an argument with names that the daemon knows, each with its meaning after a tab. Offers nothing unless the daemon
/// replies within a second.
enum NameCompletion {
    /// The names of the routes and, for `run`, the beginnings of their URLs.
    static let routes = CompletionKind.custom { words, _, prefix in
        let routes = listedRoutes.filter {
            // Built-in routes are for programs. A user who wants such a route knows the beginning of its name.
            $0.source != ListedRoute.builtIn || prefix.hasPrefix("xcallback")
        }
        let names = routes.map { $0.name + ($0.summary == nil ? "" : "\t\($0.title)") }
        return names + (words.dropFirst().first == "run" ? beginnings : [])
    }

    static let urls = CompletionKind.custom { _, _, _ in beginnings }

    /// The schemes of the user's routes.
    static let schemes = CompletionKind.custom { _, _, _ in routeSchemes }

    /// The beginnings of the URLs of the user's routes: `notes:`.
    private static var beginnings: [String] { routeSchemes.map { "\($0):" } }

    private static var routeSchemes: [String] {
        let schemes = listedRoutes.filter { $0.source != ListedRoute.builtIn }.flatMap(\.schemes)
        return Set(schemes).subtracting([ListedRoute.any]).sorted()
    }

    /// What `pause` and `resume` name.
    static let pauseTargets = CompletionKind.custom { _, _, _ in
        let files = (reply(to: StatusMethod.self)?.features ?? []).map { PauseTarget.file($0.name) }
        return ([.socket(.desktop), .socket(.agent)] + files).map(\.word)
    }

    /// The ids of the grants, and the names of their routes.
    static let grants = CompletionKind.custom { _, _, _ in
        (reply(to: GrantsMethod.self)?.grants ?? []).flatMap { [$0.id, $0.route] }
    }

    /// The fields of the route that is among the words, as `title=`; after the `=` of a choice or a bool, its values.
    static let fields = CompletionKind.custom { words, _, prefix in
        let fields = listedRoutes.first { words.contains($0.name) }?.input ?? []
        let name = prefix.prefix { $0 != "=" }
        guard name.endIndex < prefix.endIndex else { return fields.map { "\($0.name)=" } }
        return (fields.first { $0.name == name }?.options ?? []).map { "\(name)=\($0)" }
    }

    /// The types of an input, once its name and `=` are typed.
    static let inputTypes = CompletionKind.custom { _, _, prefix in
        guard let equals = prefix.firstIndex(of: "=") else { return [] }
        // The types that need no more than their name, and `path:`, after which a folder follows.
        let types = InputTypeName.simple.map(\.rawValue) + ["\(InputTypeName.path.rawValue):"]
        return types.map { "\(prefix[...equals])\($0)" }
    }

    /// The user's files of configuration, as `edit` names them.
    static let files = CompletionKind.custom { _, _, _ in RouteFile.names + ["config"] }

    /// The ends of the ids of past requests, as 'history' shows them; whole ids once more is typed.
    static let requests = ids { $0.listsAnswers = false }
    /// The ids of the requests that wait or run, in the forms of ``requests``.
    static let runningRequests = ids { $0.isRunning = true }

    /// - Parameter fill: Sets the parameters of `history`.
    private static func ids(_ fill: @escaping @Sendable (inout HistoryMethod.Parameters) -> Void) -> CompletionKind {
        .custom { _, _, prefix in
            let reply = reply(to: HistoryMethod.self) {
                $0.limit = 100
                fill(&$0)
            }
            let isShort = prefix.count <= RequestID.shownLength
            let ids = (reply?.requests ?? []).map { request in
                let id = isShort ? String(request.id.suffix(RequestID.shownLength)) : request.id
                let time = LocalTime(request.time)?.brief ?? request.time
                return "\(id)\t\(time) \(Printable.shown(request.route ?? request.url, limit: 60))"
            }
            return isShort && !ids.isEmpty ? ["last"] + ids : ids
        }
    }

    private static var listedRoutes: [ListedRoute] { reply(to: RoutesMethod.self)?.routes ?? [] }

    private static func reply<M: Method>(
        to method: M.Type, _ fill: (inout M.Parameters) -> Void = { _ in }
    ) -> M.Result? {
        try? Daemon.call(method, milliseconds: 1000, fill).reply
    }
}

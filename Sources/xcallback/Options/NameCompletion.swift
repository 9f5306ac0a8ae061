import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// Completes an argument with names that the daemon knows. Offers nothing unless the daemon replies within a second.
enum NameCompletion {
    static let routes = CompletionKind.custom { words, _, _ in listedRoutes(for: words).map(\.name) }
    static let features = CompletionKind.custom { words, _, _ in
        (reply(to: .status, for: words, as: StatusReply.init)?.features ?? []).map(\.name)
    }

    /// The fields of the route that is among the words, as `title=`.
    static let fields = CompletionKind.custom { words, _, _ in
        let route = listedRoutes(for: words).first { words.contains($0.name) }
        return (route?.input ?? []).map { "\($0.name)=" }
    }

    /// The ends of the ids of past requests, as 'history' shows them; whole ids once more is typed.
    static let requests = ids([(.limit, 100), (.answers, false)])
    /// The same of the requests that wait or run.
    static let runningRequests = ids([(.limit, 100), (.running, true)])

    private static func ids(_ parameters: [(ParameterName, QueryValue?)]) -> CompletionKind {
        .custom { words, _, prefix in
            let reply = reply(to: .history, parameters, for: words, as: HistoryReply.init)
            let ids = (reply?.requests ?? []).map(\.id)
            guard prefix.count <= RequestReference.shownLength, !ids.isEmpty else { return ids }
            return ["last"] + ids.map { String($0.suffix(RequestReference.shownLength)) }
        }
    }

    private static func listedRoutes(for words: [String]) -> [ListedRoute] {
        reply(to: .routes, for: words, as: RouteListingReply.init)?.routes ?? []
    }

    private static func reply<Reply>(
        to method: MethodName, _ parameters: [(ParameterName, QueryValue?)] = [], for words: [String],
        as read: (QueryValue) throws(ReplyError) -> Reply
    ) -> Reply? {
        // The names of another machine would require a login.
        guard !words.contains(where: { $0 == "-H" || $0.hasPrefix("--host") }),
            let address = try? DaemonAddress(variable: Shell.variable),
            var client = try? DaemonClient(to: address, door: .control),
            let result = try? client.call(method, .record(parameters), milliseconds: 1000)
        else { return nil }
        return try? read(result)
    }
}

import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// What a shell offers for an argument: names that the daemon knows. Nothing where none answers at once.
enum DaemonNames {
    static let routes = CompletionKind.custom { words, _, _ in names(in: "routes", for: words) }
    static let features = CompletionKind.custom { words, _, _ in names(in: "features", for: words) }

    /// The fields of the route that stands among the words, as `title=`.
    static let fields = CompletionKind.custom { words, _, _ in
        guard let route = list("routes", for: words).first(where: { words.contains($0["name"]?.string ?? "") }),
            case .array(let fields)? = route["input"]
        else { return [] }
        return fields.compactMap { $0["name"]?.string }.map { "\($0)=" }
    }

    private static func names(in list: String, for words: [String]) -> [String] {
        self.list(list, for: words).compactMap { $0["name"]?.string }
    }

    private static func list(_ name: String, for words: [String]) -> [QueryValue] {
        // Another machine's names would want a login.
        guard !words.contains(where: { $0 == "-H" || $0.hasPrefix("--host") }),
            let address = try? DaemonAddress(variable: Shell.variable),
            var client = try? DaemonClient(to: address, door: .control),
            let value = try? client.call(name == "routes" ? "routes" : "status", milliseconds: 1000),
            case .array(let values)? = value[name]
        else { return [] }
        return values
    }
}

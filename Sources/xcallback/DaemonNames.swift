import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding

/// What a shell offers for an argument: names that the daemon knows. Nothing where none answers at once.
enum DaemonNames {
    static let routes = CompletionKind.custom { _, _, _ in names(in: "routes") }
    static let features = CompletionKind.custom { _, _, _ in names(in: "features") }

    /// The fields of the route that stands among the words, as `title=`.
    static let fields = CompletionKind.custom { words, _, _ in
        guard let route = list("routes").first(where: { words.contains($0["name"]?.string ?? "") }),
            case .array(let fields)? = route["input"]
        else { return [] }
        return fields.compactMap { $0["name"]?.string }.map { "\($0)=" }
    }

    private static func names(in list: String) -> [String] { self.list(list).compactMap { $0["name"]?.string } }

    private static func list(_ name: String) -> [QueryValue] {
        guard let address = try? DaemonAddress(environment: Shell.environment),
            var client = try? DaemonClient(to: address, door: .control),
            let value = try? client.call(name == "routes" ? "routes" : "status", milliseconds: 1000),
            case .array(let values)? = value[name]
        else { return [] }
        return values
    }
}

import DispatcherMessages
import QueryCoding

/// A path pattern as the page's script reads it: texts, and the parameters between them.
struct PathPieces {
    private(set) var pieces: [QueryValue] = []
    private(set) var names: [String] = []

    init(_ pattern: String) {
        func percentEncoded(_ text: Substring) -> QueryValue {
            .string(PercentCoding.encode(String(text)).replacing("%2F", with: "/"))
        }
        // {name}, {name:type}, {name:/expression with braces/}, $(name), :name, all perhaps with '?' or '**'
        let parameter = #/\{([^:?*}]*)(\?)?\**(?::/.*?/|:[^}]*)?\}|\$\(([^:?*)]*)(\?)?[^)]*\)|:(\w+)/#
        var rest = pattern[...]
        for match in pattern.matches(of: parameter) {
            let name = String(match.1 ?? match.3 ?? match.5 ?? "")
            let isOptional = match.2 != nil || match.4 != nil
            pieces.append(percentEncoded(rest[..<match.range.lowerBound]))
            pieces.append(.object([.init("name", .string(name)), .init("optional", .bool(isOptional))]))
            names.append(name)
            rest = pattern[match.range.upperBound...]
        }
        pieces.append(percentEncoded(rest))
    }

    var json: String { QueryValue.array(pieces).json }
}

import DispatcherMessages
import QueryCoding

/// A path pattern as the page's script reads it: texts, and the parameters between them.
struct PathPieces {
    private(set) var pieces: [QueryValue] = []
    private(set) var names: [String] = []

    init(_ pattern: String) {
        var text = ""
        var rest = Substring(pattern)
        func percentEncoded(_ text: String) -> String {
            text.split(separator: "/", omittingEmptySubsequences: false).map { PercentCoding.encode(String($0)) }
                .joined(separator: "/")
        }
        while let first = rest.first {
            let opening: (end: Character?, length: Int)? =
                rest.hasPrefix("$(") ? (")", 2) : first == "{" ? ("}", 1) : first == ":" ? (nil, 1) : nil
            guard let opening else {
                text.append(first)
                rest.removeFirst()
                continue
            }
            rest.removeFirst(opening.length)
            let body: Substring
            // A regular expression may contain braces.
            if first == "{", let expression = rest.prefix(while: { $0 != "}" }).firstRange(of: ":/"),
                let end = rest[expression.upperBound...].firstRange(of: "/}")
            {
                body = rest[..<expression.lowerBound]
                rest = rest[end.upperBound...]
            } else {
                body = rest.prefix { character in
                    opening.end.map { character != $0 }
                        ?? (character.isLetter || character.isNumber || character == "_")
                }
                rest.removeFirst(min(rest.count, body.count + (opening.end == nil ? 0 : 1)))
            }
            let word = body.prefix { $0 != ":" }
            let name = String(word.prefix { $0 != "?" && $0 != "*" })
            pieces.append(.string(percentEncoded(text)))
            pieces.append(.object([.init("name", .string(name)), .init("optional", .bool(word.last == "?"))]))
            names.append(name)
            text = ""
        }
        pieces.append(.string(percentEncoded(text)))
    }

    var json: String { QueryValue.array(pieces).json }

    /// The parameters of the path that the input does not declare.
    func undeclared(among fields: [ListedField]) -> [String] {
        names.filter { name in !fields.contains { $0.name == name } }
    }
}

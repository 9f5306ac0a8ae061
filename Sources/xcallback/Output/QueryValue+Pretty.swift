import QueryCoding

extension QueryValue {
    /// JSON with each member in its own line, for a person.
    var prettyJSON: String { pretty(indentation: 0) }

    private func pretty(indentation: Int) -> String {
        switch self {
        case .object(let members) where !members.isEmpty:
            Self.lines(
                members.map { member in
                    "\(QueryValue.string(member.name).json): \(member.value.pretty(indentation: indentation + 2))"
                }, in: ("{", "}"), indentation)
        case .array(let elements) where !elements.isEmpty:
            Self.lines(elements.map { $0.pretty(indentation: indentation + 2) }, in: ("[", "]"), indentation)
        case .array, .bool, .null, .number, .object, .string: json
        }
    }

    private static func lines(_ items: [String], in brackets: (String, String), _ indentation: Int) -> String {
        let space = String(repeating: " ", count: indentation)
        return "\(brackets.0)\n" + items.map { "\(space)  \($0)" }.joined(separator: ",\n") + "\n\(space)\(brackets.1)"
    }
}

public import QueryCoding

/// A description of a route, for lists and documentation.
public struct RouteDescription: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its pattern; `/**` for a default route.
    public let pattern: RoutePattern
    /// The schemes and domains that it answers.
    public let scopes: [Scope]
    /// The file and line that declared it.
    public let declaration: String
    /// The fields of its input, as far as the type reveals them.
    public let input: InputDescription
    /// The fields of its output, as far as the type reveals them.
    public let output: OutputDescription
}

extension RouteDescription: CustomStringConvertible {
    /// The route in one line: `note: /notes/{id:int} (id: int, title: text?) -> (count: int) in notes:`.
    public var description: String {
        let scopes = scopes.map(\.description).joined(separator: ", ")
        return "\(name): \(pattern) (\(input.text))\(output.text.map { " -> (\($0))" } ?? "") in \(scopes)"
    }
}

extension InputDescription {
    fileprivate var text: String {
        let fields = fields.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
        return (fields + (incompleteAfter == nil ? [] : ["…"])).joined(separator: ", ")
    }
}

extension OutputDescription {
    /// Nil without an output.
    fileprivate var text: String? {
        switch self {
        case .fields(.none): nil
        case .fields(let fields): fields.text
        case .unknown(let type): type
        }
    }
}

extension URLSchemeRouter {
    /// The routes, in the order in which they were added.
    public var routes: [RouteDescription] {
        table.allEntries.map { entry in
            RouteDescription(
                name: entry.name, pattern: entry.pattern, scopes: entry.scopes, declaration: entry.declaration,
                input: entry.payload.input(with: coding), output: entry.payload.output(with: coding))
        }
    }
}

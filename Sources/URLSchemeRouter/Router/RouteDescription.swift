public import QueryCoding

/// A route of the table, for a reader.
public struct RouteDescription: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its path; `/**` for a default route.
    public let pattern: RoutePattern
    /// Where it answers.
    public let scopes: [Scope]
    /// Where it was declared.
    public let declaration: String
    /// The fields of its input, as far as the type shows them.
    public let input: InputDescription
    /// What it answers with, as far as the type shows it.
    public let output: OutputDescription
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

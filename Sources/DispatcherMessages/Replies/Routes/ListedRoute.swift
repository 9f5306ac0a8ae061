/// A route in the reply to `routes`.
package struct ListedRoute: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case name, feature, path, schemes, domains, summary, input, output, desktop
        case notifies = "notify"
        case isAvailable = "available"
        case reason = "because"
        case source
        case required = "require"
        case exclusive, examples
    }

    /// The word for every scheme or every domain.
    package static let any = "any"
    /// The source of a route that every daemon has.
    package static let builtIn = "built in"

    package var name: String
    package var feature: String?
    private var path: WordOrList<String>
    package var schemes: [String]
    package var domains: [String]
    package var summary: String?
    package var input: [ListedField]
    /// How the output is read (`none`, `text`, `json`, …), or its members if their types are known.
    package var output: WordOrList<ListedField>
    /// What a request from the desktop may do.
    package var desktop: String
    /// Whether a notification shows the result of a click; nil for no.
    package var notifies: Bool?
    package var isAvailable: Bool
    /// Why it is not available.
    package var reason: String?
    /// The `file:line` of its declaration.
    package var source: String
    /// The lists of fields of which a request brings at least one; nil for none.
    package var required: [[String]]?
    /// The lists of fields of which a request brings at most one; nil for none.
    package var exclusive: [[String]]?
    /// URLs of the route; nil for none.
    package var examples: [String]?

    /// - Parameter reason: Why the route is not available; nil if it is.
    package init(
        name: String, feature: String?, paths: [String], schemes: [String], domains: [String], summary: String?,
        input: [ListedField], output: WordOrList<ListedField>, desktop: String, notifies: Bool = false,
        unavailable reason: String?,
        source: String, required: [[String]] = [], exclusive: [[String]] = [],
        examples: [String] = []
    ) {
        self.name = name
        self.feature = feature
        path = paths.count == 1 ? .word(paths[0]) : .list(paths)
        self.schemes = schemes
        self.domains = domains
        self.summary = summary
        self.input = input
        self.output = output
        self.desktop = desktop
        self.notifies = notifies ? true : nil
        isAvailable = reason == nil
        self.reason = reason
        self.source = source
        self.required = required.isEmpty ? nil : required
        self.exclusive = exclusive.isEmpty ? nil : exclusive
        self.examples = examples.isEmpty ? nil : examples
    }

    /// Its patterns. A single one is printed as text, several as an array.
    package var paths: [String] {
        switch path {
        case .word(let pattern): [pattern]
        case .list(let patterns): patterns
        }
    }
}

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

    package var name = ""
    package var feature: String?
    private var path = WordOrList<String>.list([])
    package var schemes: [String] = []
    package var domains: [String] = []
    package var summary: String?
    package var input: [ListedField] = []
    /// How the output is read (`none`, `text`, `json`, …), or its members if their types are known.
    package var output = WordOrList<ListedField>.word("none")
    /// What a request from the desktop may do.
    package var desktop = ""
    /// Whether a notification shows the result of a click; nil for no.
    package var notifies: Bool?
    package var isAvailable = true
    /// Why it is not available.
    package var reason: String?
    /// The `file:line` of its declaration.
    package var source = ""
    /// The lists of fields of which a request brings at least one; nil for none.
    package var required: [[String]]?
    /// The lists of fields of which a request brings at most one; nil for none.
    package var exclusive: [[String]]?
    /// URLs of the route; nil for none.
    package var examples: [String]?

    package init() {}

    /// Its patterns. A single one is printed as text, several as an array.
    package var paths: [String] {
        get { path.texts }
        set { path = WordOrList(newValue) }
    }
}

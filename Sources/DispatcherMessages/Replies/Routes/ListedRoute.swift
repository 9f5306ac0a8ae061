/// A route in the reply to `routes`.
package struct ListedRoute: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case name, feature, path, schemes, domains, summary, input, output, desktop, agent, description, effect
        case isFallback = "fallback"
        case isOpaque = "opaque"
        case needsToken = "token"
        case notifies = "notify"
        case senders = "from-app"
        case isAvailable = "available"
        case reason = "because"
        case source
        case required = "require"
        case exclusive, examples, worker
    }

    /// The word for all schemes or all domains.
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
    /// The format of the output (`none`, `text`, `json`, …), or the members of the output if their types are known.
    package var output = WordOrList<ListedField>.word("none")
    /// The permission for a request from the desktop.
    package var desktop: String? = ""
    /// What an agent may do.
    package var agent = ""
    /// What the route does, for a model; nil for no more than the summary says.
    package var description: String?
    /// What the route does to the user's things: `reads`, `adds` or `changes`; nil if its file does not say.
    package var effect: String?
    /// True for a route of opaque URLs.
    package var isOpaque: Bool?
    /// True for a route that answers what no other route does.
    package var isFallback: Bool?
    /// True for a route that refuses every request without its token.
    package var needsToken: Bool?
    /// Whether a notification shows the result of a click; nil for no.
    package var notifies: Bool?
    /// The only apps whose clicks the route answers; nil for all requests.
    package var senders: [String]?
    package var isAvailable = true
    /// The reason why the route is not available.
    package var reason: String?
    /// The `file:line` of the route's declaration.
    package var source: String? = ""
    /// Lists of fields. A request must have at least one field of each list. Nil without such a list.
    package var required: [[String]]?
    /// Lists of fields. A request may have at most one field of each list. Nil without such a list.
    package var exclusive: [[String]]?
    /// The name that a worker serves for the route; nil for any other route of a file.
    package var worker: String?
    /// Sample URLs of the route; nil without samples.
    package var examples: [String]?

    package init() {}

    /// The patterns of the route. A single pattern is printed as text, several patterns as an array.
    package var paths: [String] {
        get { path.texts }
        set { path = WordOrList(newValue) }
    }
}

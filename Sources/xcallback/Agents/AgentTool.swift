import DispatcherMessages
import QueryCoding

/// A route as a tool of the Model Context Protocol.
struct AgentTool: Hashable {
    /// The name of the route.
    let route: String
    /// The name of the tool: letters, digits, `_` and `-`. Clients put a prefix before the name, and models accept 64 bytes.
    let name: String
    /// The tool in the reply to `tools/list`.
    let value: QueryValue
    /// Whether a success has structured content, because the route declares the members of its output.
    let hasSchema: Bool

    /// The longest name in bytes: clients put `mcp__xcallback__` before the name.
    private static let nameLimit = 48
    /// The bytes of a long name that are kept before its hash.
    private static let keptLength = 39

    init(_ route: ListedRoute) {
        self.route = route.name
        name = Self.name(of: route.name)
        let input = ToolSchema.input(of: route)
        let output = ToolSchema.output(of: route)
        hasSchema = output != nil
        value = .record([
            ("name", .string(name)), ("title", .string(route.summary ?? route.name)),
            ("description", .string(Self.description(of: route))), ("inputSchema", input), ("outputSchema", output),
            ("annotations", Self.hints(of: route.effect)),
        ])
    }

    /// Returns the name with `_` for each dot. A long name keeps its beginning, and ends with a hash of the whole name.
    static func name(of route: String) -> String {
        let name = route.replacing(".", with: "_")
        guard name.utf8.count > nameLimit else { return name }
        // FNV-1a (32 bits): the same in every process, so that a model finds the tool again.
        let hash = route.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return "\(name.prefix(keptLength))_\(String(repeating: "0", count: 8 - digits.utf8.count))\(digits)"
    }

    /// Returns the description for the model. The rules that the schema cannot express follow in sentences: models refuse a
    /// schema that has such rules at its top.
    private static func description(of route: ListedRoute) -> String {
        let text = route.description ?? route.summary ?? "Runs the route \(route.name)."
        let needed = (route.required ?? []).filter { $0.count > 1 }
            .map { "Give at least one of: \($0.joined(separator: ", "))." }
        let exclusive = (route.exclusive ?? []).map { "Give at most one of: \($0.joined(separator: ", "))." }
        return ([text] + needed + exclusive).joined(separator: "\n")
    }

    /// Returns the hints about the effect. A route without an effect gets the hints that promise least.
    private static func hints(of effect: String?) -> QueryValue {
        .record([
            ("readOnlyHint", .bool(effect == "reads")),
            ("destructiveHint", .bool(effect != "reads" && effect != "adds")),
            ("idempotentHint", .bool(effect == "reads")), ("openWorldHint", true),
        ])
    }
}

import URLSchemeRouter

/// A route of a case, in our syntax.
struct ConformanceRoute: Sendable {
    let name: String
    let pattern: String
    let scopes: [Scope]
    let isFallback: Bool
    /// The fields that its handler decodes: types by name.
    let fields: [String: String]
    let definition: QueryValue

    /// Nil for a pattern that is invalid here.
    init?(_ definition: QueryValue, caseID: String, ownScheme: String) {
        self.definition = definition
        isFallback = definition["default"] == true
        let text = definition.string ?? definition["path"]?.string ?? definition["pattern"]?.string
        let written = isFallback ? "/default" : text ?? "/**"
        guard written != "/:" else { return nil }
        pattern = Self.spellings[written] ?? written
        name = isFallback ? "default" : definition["to"]?.string ?? written
        switch definition["scope"]?.string {
        case "universal(flint.tools)": scopes = [.domain("flint.tools")]
        case "appAny,universalAny (default)": scopes = [.anyScheme, .anyDomain]
        case "appAny": scopes = [.anyScheme]
        case "app(x-legacy)": scopes = Scheme("x-legacy").map { [.scheme($0)] } ?? []
        default:
            let scheme = Scheme(written.hasPrefix("derp:") ? "derp" : ownScheme)
            scopes = [scheme.map { .scheme($0) }, .anyDomain].compactMap(\.self)
        }
        var fields = (definition["in"]?.fields ?? [:]).compactMapValues(\.string)
        for required in definition["required"]?.strings ?? [] { fields[required] = "String" }
        // Flint's input whose initializer fails.
        if caseID == "FL-S11" { fields = ["docRef": "Int"] }
        self.fields = fields
    }

    /// The spellings of `**` in the other libraries.
    private static let spellings = [
        "/xyz/wildcard/*": "/xyz/wildcard/{wildcard**}",
        "/route/:param/*": "/route/:param/**",
        "list/:variable/detail/:variable2/*": "list/:variable/detail/:variable2/**",
        "/table/:path(.*)": "/table/{path**}",
        "derp://(.*)/say/hello": "/*/say/hello",
    ]
}

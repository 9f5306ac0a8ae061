package import QueryCoding
import URLSchemeRouter

extension RouteDefinition {
    /// Returns a route that a worker declares, with the keys of a file and its full name. The route is available on the
    /// control socket only. Throws the first mistake.
    /// - Parameter paths: The patterns; nil for a route without URLs of its own, which serves the routes of files that
    ///   name it.
    package static func served(
        name: String, paths: [String]?, summary: String?, input: QueryValue, concurrency: Int?
    ) throws(Diagnostic) -> RouteDefinition {
        let location = SourceLocation(file: "", line: 1, column: 1)
        guard NameRules.isRouteName(name), let first = name.split(separator: ".").first else {
            throw Diagnostic(location, "the name must be lower-case letters, digits and '-', in parts separated by '.'")
        }
        guard first != "xcallback" else { throw Diagnostic(location, "the feature 'xcallback' is built in") }
        guard paths?.isEmpty != true else { throw Diagnostic(location, "'path' needs at least one pattern") }
        let patterns: [RoutePattern]
        do {
            patterns = try (paths ?? []).map { try RoutePattern($0) }
        } catch {
            throw Diagnostic(location, "\(error)")
        }
        var refusals: [String] = []
        let fields = InputField.fields(try InputField.declared(input), of: patterns) { refusals.append($0) }
        if let refusal = refusals.first { throw Diagnostic(location, refusal) }
        return RouteDefinition(
            name: name, feature: String(first), patterns: patterns, summary: summary, input: fields,
            action: .worker(name), desktop: .never, policy: RoutePolicy(concurrency: concurrency), location: location)
    }
}

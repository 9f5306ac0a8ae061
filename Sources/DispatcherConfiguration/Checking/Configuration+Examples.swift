import QueryCoding
import URLSchemeRouter
import XCallbackURL

extension Configuration {
    /// Returns the mistakes in examples. The URL of an example must reach its route, its parameters must decode, and
    /// the command or the opened URL must be as written.
    package func checkExamples() -> [Diagnostic] {
        let table = RouteTable.Builder(index, payloads: index.entries.map(\.name)).build()
        return features.flatMap { feature in
            feature.routes.flatMap { route in
                route.value.examples.compactMap { example in
                    route.value.problem(of: example, feature, table, settings.limits.parameters)
                        .map { Diagnostic(example.location, $0) }
                }
            }
        }
    }
}

extension Feature {
    /// Parses a URL as the routes read it.
    fileprivate func url(_ text: String, _ policy: RoutePolicy, _ limit: Int) throws(XCallbackURLError) -> XCallbackURL
    {
        guard !isOpaque else { return try XCallbackURL(opaque: text) }
        let url = try XCallbackURL(text, plusAsSpace: policy.plusAsSpace, parameterLimit: limit)
        return readsFragment ? try url.readingFragment(plusAsSpace: policy.plusAsSpace, parameterLimit: limit) : url
    }
}

extension RouteDefinition {
    fileprivate func problem(
        of example: Example, _ feature: Feature, _ table: RouteTable<String>, _ parameterLimit: Int
    ) -> String? {
        do {
            let url = try feature.url(example.url, policy, parameterLimit)
            // The app that sends the example may be any that the route names.
            let match = table.matches(url, lenientAuthority: feature.lenientAuthority)
                .first { $0.entry.route.senders == nil || $0.entry.name == name }
            guard let match else {
                return "the example reaches no route: \(table.noRoute(for: url).message)"
            }
            guard match.entry.name == name else { return "the example reaches '\(match.entry.name)', not '\(name)'" }
            let input = try decode(parameters(of: match, url))
            return try difference(from: example, input) { value in
                switch value {
                case .url: example.url
                case .source: url.source
                case .fragment: url.fragment
                case .id: "ID"
                }
            }
        } catch let error as QueryCodingError {
            return "the example's input is refused: \(OutcomeError(.input, "\(error)", detail: error.detail).sentence)"
        } catch {
            return "the example is refused: \((error as? OutcomeError)?.message ?? "\(error)")"
        }
    }

    private func difference(
        from example: Example, _ input: QueryValue, request: (Template.RequestValue) -> String?
    ) throws(OutcomeError) -> String? {
        switch action {
        case .run(let arguments):
            let found = try arguments.arguments(input: input, request: request)
            guard let expected = example.arguments, expected != found else { return nil }
            return "the example runs \(Self.list(found)), not \(Self.list(expected))"
        case .open(let template):
            let found = CallbackURL.opened(try template.url(input: input, request: request))
            guard let expected = example.opens, CallbackURL.opened(expected) != found else { return nil }
            return "the example opens \(found), not \(expected)"
        case .redirect(let template):
            let found = try template.url(input: input, request: request)
            guard let expected = example.opens, expected != found else { return nil }
            return "the example opens \(found), not \(expected)"
        // A script's text does not depend on the input, and a worker's route has no examples.
        case .script, .worker: return nil
        }
    }

    private static func list(_ words: [String]) -> String { "[\(words.joined(separator: ", "))]" }
}

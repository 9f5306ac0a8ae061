package import DispatcherConfiguration
import DispatcherMessages
import QueryCoding
import RequestRecord
import XCallbackURL

/// The requests that the user allowed permanently: the requests of a route, with parameters of the same names, whose
/// callbacks go to the same destinations.
package struct Grant: Sendable, Hashable {
    package let route: String
    /// The declaration of the route. With another declaration it is another route, even if its name is the same.
    package let declaration: String
    /// The names of the parameters that the route reads, sorted, and `x-source=` with the name that the caller gives
    /// itself, because each command gets this name.
    package let parameters: [String]
    /// The schemes (`app:`) and hosts (`https://example.org`) of the callbacks, sorted.
    package let callbacks: [String]

    package init(route: String, declaration: String, parameters: [String], callbacks: [String]) {
        self.route = route
        self.declaration = declaration
        self.parameters = parameters
        self.callbacks = callbacks
    }

    /// The grant for requests such as `matched`; nil if there is an ``obstacle(to:)``.
    init?(_ matched: MatchedRequest) {
        guard let definition = matched.route.definition?.value, Self.obstacle(to: matched) == nil else { return nil }
        let destinations = CallbackKind.allCases.compactMap { matched.callbacks[$0]?.destination }
        self.init(
            route: definition.name, declaration: definition.declaredText,
            parameters: definition.input.map(\.name).filter(matched.parameters.contains).sorted()
                + (matched.url.source.map { [Self.sourceMark + $0] } ?? []),
            callbacks: Set(destinations).sorted())
    }

    /// The question after an answer of "always", which names exactly the requests that are allowed from then on.
    package var text: String {
        let sources = parameters.filter { $0.hasPrefix(Self.sourceMark) }
        let names = parameters.filter { !sources.contains($0) }
        var values = names.isEmpty ? "with no values" : "with any value of: \(Self.list(names))"
        for source in sources { values += "\nonly with \(Printable.shown(source, isolated: true))" }
        let answers = callbacks.isEmpty ? "the answer goes to no app" : "the answer may go to: \(Self.list(callbacks))"
        return """
            Always allow \(Printable.shown(route))?
            from now on the route runs without a question, for every web page and program
            \(values)
            \(answers)
            'xcallback grants' lists what you allowed, and can revoke it
            """
    }

    private static let sourceMark = "x-source="

    /// Returns `a, b and c`.
    private static func list(_ words: [String]) -> String {
        let last = words.last ?? ""
        return Printable.shown(
            words.count < 2 ? last : "\(words.dropLast().joined(separator: ", ")) and \(last)", limit: 400)
    }

    /// Returns why the user is asked each time about requests such as `matched`, as in `because it takes a path`; nil
    /// if such requests can be allowed permanently. A path could be the path of any file. A route that gets all
    /// parameters, or the URL itself, could be asked for anything.
    static func obstacle(to matched: MatchedRequest) -> String? {
        guard let definition = matched.route.definition?.value else { return "because no file declares the route" }
        if matched.submission.door == .agent { return "because an agent asks" }
        if matched.route.desktop == .askAlways { return "because of 'desktop: ask-always'" }
        if definition.isUnjudged { return "because a value may be more than text to the program" }
        let hasPath = definition.input.contains { if case .path = $0.type { true } else { false } }
        if hasPath { return "because the route has a path as an input" }
        if case .worker = definition.action { return "because the worker gets the whole URL" }
        return definition.ungrantedPart.map { "because the route uses \($0)" }
    }
}

extension RouteDefinition {
    /// The part of the request, besides the input, that the route's commands or URL use and that a grant does not name,
    /// such as `${x-url}`; nil if they use no such part.
    fileprivate var ungrantedPart: String? {
        if let value = requestParts.first(where: { $0 != .id }) { return "${\(value.rawValue)}" }
        let usesSource = templates.flatMap(\.pieces).contains { piece in
            if case .text(let text) = piece { text.contains(RequestVariables.source) } else { false }
        }
        return usesSource ? RequestVariables.source : nil
    }

    private var templates: [Template] {
        let actionTemplates =
            switch action {
            case .run(let arguments): arguments.flatMap(\.templates)
            case .open(let url), .redirect(let url): [url.template]
            case .script(let script): [Template(pieces: [.text(script.text)])]
            case .worker: [Template]()
            }
        return actionTemplates + (present ?? []).flatMap(\.templates)
    }

    /// The values of the request, such as `${x-url}`, that the route's commands or URL use, or that its worker gets.
    package var requestParts: [Template.RequestValue] {
        if case .worker = action { return Template.RequestValue.allCases }
        return templates.flatMap(\.pieces).compactMap { if case .request(let value) = $0 { value } else { nil } }
    }
}

extension CallbackURL {
    /// The destination of the callback in the question to the user: `app:` or `https://example.org`.
    var destination: String { host.map { "\(scheme)://\($0)" } ?? "\(scheme):" }
}

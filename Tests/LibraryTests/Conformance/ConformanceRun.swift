import FoundationEssentials
import Synchronization
import URLSchemeRouter

/// The result of running a case with our router.
final class ConformanceRun: Sendable {
    let opened: OpenedURLs
    private let state = Mutex(State())

    private struct State {
        var matches: [RequestContext] = []
        var lines: [String] = []
        var filters: [String] = []
        var handled = false
        var refusedRoutes = 0
    }

    var match: RequestContext? { state.withLock(\.matches.first) }
    var lines: [String] { state.withLock(\.lines) }
    var filters: [String] { state.withLock(\.filters) }
    var isHandled: Bool { state.withLock(\.handled) }
    var refusedRoutes: Int { state.withLock(\.refusedRoutes) }

    init(_ subject: ConformanceCase, url text: String) {
        let ownScheme = Self.ownScheme(subject.id, text)
        let (router, opened) = OpenedURLs.router(scheme: ownScheme)
        self.opened = opened
        var definitions = subject.routes
        if subject.id == "USR-65" { definitions += subject.routes }
        // Turnpike always has a default route.
        if subject.id.hasPrefix("TP-"), !definitions.contains(where: { $0["default"] == true }) {
            definitions.append(["default": true])
        }
        for name in definitions.flatMap({ $0["filters"]?.strings ?? [] }) {
            // A filter of Turnpike's reports its name and continues, unless its name specifies that it stops.
            router.use { request in
                self.state.withLock { $0.filters.append(name) }
                return name.contains("never") ? .end(.cancel) : .proceed(request)
            }
        }
        definitions.removeAll { $0["filters"] != nil }
        let routes = definitions.compactMap { ConformanceRoute($0, caseID: subject.id, ownScheme: ownScheme) }
        for route in routes {
            do {
                try router.add(
                    route.pattern, in: route.scopes, name: route.name, isFallback: route.isFallback,
                    handler: RouteHandler { (input: ConformanceInput) in try self.perform(route, input, subject) })
            } catch {
                state.withLock { $0.refusedRoutes += 1 }
            }
        }
        let fields = Dictionary(routes.map { ($0.name, $0.fields) }) { first, _ in first }
        let handled = ConformanceInput.$fields.withValue(fields) { router.handle(text) }
        state.withLock { $0.handled = handled }
    }

    /// The parameters of the path and the query as the handler sees them: null for a bare name, an array joined by
    /// slashes.
    var parameters: QueryValue? {
        guard let match else { return nil }
        var members = Self.members(of: match.url.parameters)
        for name in Set(match.pathParameters.elements.map(\.name)) {
            let values = match.pathParameters.elements.filter { $0.name == name }.compactMap(\.value)
            members[name] = .string(values.joined(separator: "/"))
        }
        return .object(members.map { .init($0.key, $0.value) }).sorted
    }

    /// Names and their values; null for a bare name.
    static func members(of parameters: QueryParameters) -> [String: QueryValue] {
        Dictionary(
            parameters.elements.map { element in
                if case .value(let text) = parameters[element.name] {
                    (element.name, .string(text))
                } else {
                    (element.name, .null)
                }
            }
        ) { _, last in last }
    }

    /// An object of names and their values.
    static func object(of parameters: QueryParameters) -> QueryValue {
        .object(members(of: parameters).map { .init($0.key, $0.value) }).sorted
    }

    private static func ownScheme(_ id: String, _ text: String) -> String {
        if id.hasPrefix("LR-") { return "test-app" }
        if id.hasPrefix("USR-") { return "test" }
        let scheme = String(text.prefix { $0 != ":" })
        return scheme == "https" ? "app" : scheme
    }

    private func perform(_ route: ConformanceRoute, _ input: ConformanceInput, _ subject: ConformanceCase) throws
        -> QueryValue
    {
        let definition = route.definition
        if let wanted = definition["declinesUnless"]?.string,
            RequestContext.current?.pathParameters["value"] != .value(wanted)
        {
            throw Declined()
        }
        if let context = RequestContext.current { state.withLock { $0.matches.append(context) } }
        switch definition["throws"] {
        case "plain Error": throw OpaqueError()
        case .string: throw ReadableError()
        case .object: throw BoomError()
        default: break
        }
        var line = input.line
        if route.pattern == "/void" { line = "void ran" }
        if definition["handlers"] != nil { line = "first" }
        if !line.isEmpty { state.withLock { $0.lines.append(line) } }
        if definition["handlers"] != nil { return ["text": 1] }
        if subject.id == "OB-14" { return "<text output>" }
        guard let output = definition["out"] else { return [:] }
        return .object(
            try output.fields.sorted { $0.key < $1.key }.map { name, value in
                QueryValue.Member(name, try Self.output(name, value, input))
            })
    }

    private static func output(_ name: String, _ value: QueryValue, _ input: ConformanceInput) throws -> QueryValue {
        switch (name, value) {
        case ("date", _): try QueryEncoder().value(of: Date(timeIntervalSince1970: 0))
        case ("data", _): try QueryEncoder().value(of: Data([0xDE, 0xAD]))
        case (_, .string(let text)) where text.hasPrefix("$"): input.values[String(text.dropFirst())] ?? .null
        default: value
        }
    }
}

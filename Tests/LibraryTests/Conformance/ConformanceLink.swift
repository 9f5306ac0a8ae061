import FoundationEssentials
import URLSchemeRouter

/// A case that builds a URL instead of parsing one.
struct ConformanceLink {
    private let subject: ConformanceCase
    private var parts: [String: QueryValue] { subject.expect["build"]?.fields ?? [:] }

    init(_ subject: ConformanceCase) { self.subject = subject }

    /// The URL that was built; nil if it cannot be.
    func observe(_ aspect: String) -> String? {
        switch aspect {
        case "path": (try? path()).map { "/" + $0.segments.joined(separator: "/") }
        case "appLink": try? router().appLink(for: URL(string: subject.url ?? "") ?? URL(filePath: "/")).absoluteString
        default:
            try? subject.routes.isEmpty
                ? builtFromParts()
                : router().link(to: "it", with: input, web: isWeb)
                    .absoluteString
        }
    }

    /// The path of the case's pattern with its parameters.
    func path() throws -> LinkPath {
        let pattern = subject.routes.first?.string ?? "/"
        return try RoutePattern(pattern).path(with: parameters)
    }

    private var input: QueryValue { subject.expect["buildFrom"]?.objectOrEmpty ?? [:] }

    private var parameters: QueryParameters {
        guard let names = parts["parameters"]?.strings, !names.isEmpty else {
            return (parts["parameters"] ?? input).objectOrEmpty.parameters
        }
        return QueryParameters(names.map { QueryParameter($0, "") })
    }

    private var isWeb: Bool { subject.routes.first?["scope"] == "universal" }

    private func router() throws -> URLSchemeRouter {
        let router = URLSchemeRouter(scheme: subject.id.hasPrefix("LR-") ? "test-app" : "x-app")
        for (index, route) in subject.routes.enumerated() {
            let pattern = route["pattern"]?.string ?? route.string ?? ""
            let scopes: [Scope] = [.anyScheme, .domain("ex.com"), .anyDomain]
            try router.add(pattern, in: scopes, name: index == 0 ? "it" : nil, handler: RouteHandler {})
        }
        return router
    }

    private func builtFromParts() throws -> String? {
        guard let scheme = Scheme(parts["scheme"]?.string ?? "s") else { return nil }
        var callbacks = Callbacks()
        for kind in CallbackKind.allCases {
            callbacks[kind] = try parts[kind.parameterName]?.string.map { try CallbackURL($0) }
        }
        let action = parts["action"]?.string ?? ""
        let url = XCallbackURL(
            scheme: scheme, authority: .xCallbackURL, path: [action], endsInSlash: action.isEmpty,
            parameters: parameters, callbacks: callbacks, source: parts["x-source"]?.string)
        return url.description
    }
}

extension QueryValue {
    fileprivate var objectOrEmpty: QueryValue { if case .object = self { self } else { [:] } }
}

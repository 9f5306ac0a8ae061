import XCallbackURL

/// Middleware that redirects a path to another with the same parameters, for renamed paths.
public struct Redirect: Middleware {
    private let path: [String]
    private let target: [String]

    /// Redirects one path to another. Both paths are decoded, such as `/old` and `/notes/new`.
    public init(from path: String, to target: String) {
        self.path = Self.segments(path)
        self.target = Self.segments(target)
    }

    /// Redirects the request if its path matches.
    public func decide(_ request: RoutedRequest) -> MiddlewareDecision {
        guard request.url.segments.count == path.count,
            zip(request.url.segments, path).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
        else { return .proceed(request) }
        var url = request.url
        if case .segment = url.authority { url.authority = .none }
        url.path = target
        return .redirect(url)
    }

    private static func segments(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }
}

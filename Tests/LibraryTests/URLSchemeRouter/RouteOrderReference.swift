@testable import URLSchemeRouter

/// The rules of matching, written a second time and as plainly as possible: compare every pattern, then sort.
struct RouteOrderReference {
    /// A route as it was added; its number is its place.
    struct Route {
        let pattern: RoutePattern
        let scope: Scope
        let isStrict: Bool
        let senders: [String]?
    }

    var routes: [Route] = []
    /// The default routes.
    var fallbacks: [Scope: Int] = [:]

    /// Returns the numbers of the routes that match, best first.
    func matches(_ url: XCallbackURL, lenientAuthority: Bool) -> [Int] {
        var matches = sorted(url, url.segments)
        if matches.isEmpty, lenientAuthority, case .segment = url.authority {
            matches = sorted(url, url.path).filter { number in
                !routes[number].pattern.beginsOpen && !fallbacks.values.contains(number)
            }
        }
        let fallback = scopes(url).lazy.compactMap { fallbacks[$0] }.first
        return matches + (fallback.map { [$0] } ?? [])
    }

    private func scopes(_ url: XCallbackURL) -> [Scope] { [.scheme(url.scheme), .anyScheme] }

    private func sorted(_ url: XCallbackURL, _ path: [String]) -> [Int] {
        scopes(url).flatMap { scope in
            routes.indices.filter { number in
                let route = routes[number]
                return route.scope == scope && matches(route, path, endsInSlash: url.endsInSlash)
            }.sorted { key($0, path).lexicographicallyPrecedes(key($1, path)) }
        }
    }

    private func matches(_ route: Route, _ path: [String], endsInSlash: Bool) -> Bool {
        guard !route.isStrict || route.pattern.endsInSlash == endsInSlash else { return false }
        let segments = route.pattern.segments
        for (index, segment) in segments.enumerated() {
            if case .rest = segment { return index < path.count || endsInSlash && index == path.count }
            if case .optional = segment, index == path.count { return true }
            guard index < path.count else { return false }
            let isMatch =
                switch segment {
                case .literal(let text): Array(text.utf8) == Array(path[index].utf8)
                case .composed(let pieces): pieces.match(path[index]) != nil
                case .optional(_, let type): type.accepts(path[index])
                case .parameter, .star, .rest: true
                }
            guard isMatch else { return false }
        }
        return segments.count == path.count
    }

    /// A list of numbers that sorts before that of a route which is tried later.
    private func key(_ number: Int, _ path: [String]) -> [Int] {
        let route = routes[number]
        let segments = route.pattern.segments
        var key: [Int] = []
        for index in 0...path.count {
            guard index < segments.count else {
                key.append(-1)
                break
            }
            switch segments[index] {
            case _ where index == path.count && !segments[index].isRest: key.append(0)
            case .literal: key.append(0)
            case .composed(let pieces): key += [1] + rank(pieces)
            case .optional(_, .text), .parameter: key.append(2)
            case .optional(_, let type): key += [1] + rank([.parameter("", type)])
            case .star: key.append(3)
            case .rest: key.append(4)
            }
            if segments[index].isRest { break }
        }
        return key + [route.isStrict ? 0 : 1, route.senders == nil ? 1 : 0, number]
    }

    /// More literal text first, then a type before none, then by bytes.
    private func rank(_ pieces: [PatternSegment.Piece]) -> [Int] {
        var length = 0
        var shape: [Int] = []
        for piece in pieces {
            switch piece {
            case .text(let text):
                length += text.utf8.count
                shape += [0] + text.utf8.map { Int($0) } + [0]
            case .parameter(_, .text): shape.append(2)
            case .parameter(_, let type): shape += [1] + type.name.utf8.map { Int($0) }
            }
        }
        return [-length] + shape
    }
}

extension PatternSegment {
    fileprivate var isRest: Bool { if case .rest = self { true } else { false } }
}

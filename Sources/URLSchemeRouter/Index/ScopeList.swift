import QueryCoding
import XCallbackURL

/// The indices of the scopes of a URL that have routes, most specific first.
struct ScopeList {
    private var first = 0
    private var second = 0
    private var others: [Int] = []
    private(set) var count = 0
    /// Whether the list has a scope that is more specific than any scheme or any domain.
    private(set) var namesAny = false

    fileprivate mutating func endNamed() { namesAny = count > 0 }

    fileprivate mutating func append(_ scope: Int?) {
        guard let scope else { return }
        switch count {
        case 0: first = scope
        case 1: second = scope
        default: others.append(scope)
        }
        count += 1
    }

    subscript(place: Int) -> Int {
        switch place {
        case 0: first
        case 1: second
        default: others[place - 2]
        }
    }
}

extension RouteIndex {
    /// Returns the scopes of a URL that have routes.
    func scopeList(of url: XCallbackURL) -> ScopeList {
        guard case .host(let host) = url.authority else {
            return scopeList(ofScheme: number(of: url.scheme), hasAny: url.opaquePart == nil)
        }
        var list = ScopeList()
        list.append(number(of: host[...], in: .domain))
        var rest = host[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            list.append(number(of: rest, in: .subdomains))
        }
        list.endNamed()
        list.append(anyDomain)
        return list
    }

    /// Returns the scopes that have routes for a URL that is not decoded, which are the same as for its decoded form.
    func scopeList(of url: UnescapedURL) -> ScopeList {
        scopeList(ofScheme: url.text.withBytes { number(ofScheme: $0.extracting(first: url.schemeLength)) })
    }

    /// - Parameter hasAny: Whether the routes for any scheme count, which cannot read an opaque URL.
    private func scopeList(ofScheme number: Int?, hasAny: Bool = true) -> ScopeList {
        var list = ScopeList()
        list.append(number)
        list.endNamed()
        if hasAny { list.append(anyScheme) }
        return list
    }
}

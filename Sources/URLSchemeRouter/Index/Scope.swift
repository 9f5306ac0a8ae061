public import XCallbackURL

/// The URLs that a route's patterns are compared with, by scheme or domain.
public enum Scope: Sendable, Hashable, CustomStringConvertible {
    /// URLs of one scheme.
    case scheme(Scheme)
    /// URLs of any scheme except http and https.
    case anyScheme
    /// Web links to one host, with its port, if any. `*.example.org` is every subdomain of example.org.
    case domain(String)
    /// Web links to any host.
    case anyDomain

    /// URLs of the scheme with this text, as in `.scheme("notes")`. Traps if the text is not a scheme (RFC 3986 §3.1),
    /// which is a programming error; for a text from outside the program, make a `Scheme`.
    public static func scheme(_ text: StaticString) -> Scope {
        guard let scheme = Scheme("\(text)") else { preconditionFailure("'\(text)' is not a scheme (RFC 3986 §3.1)") }
        return .scheme(scheme)
    }

    /// The scope as messages name it.
    public var description: String {
        switch self {
        case .scheme(let scheme): "\(scheme):"
        case .anyScheme: "any scheme"
        case .domain(let domain): "https://\(domain)"
        case .anyDomain: "any domain"
        }
    }

    /// Returns the scopes of a URL, most specific first.
    package static func candidates(for url: XCallbackURL) -> [Scope] {
        guard url.opaquePart == nil else { return [.scheme(url.scheme)] }
        guard case .host(let host) = url.authority else { return [.scheme(url.scheme), .anyScheme] }
        var scopes: [Scope] = [.domain(host)]
        var rest = host[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            scopes.append(.domain("*.\(rest)"))
        }
        return scopes + [.anyDomain]
    }

    /// The scheme of the scope; nil for a domain, any scheme or any domain.
    package var scheme: Scheme? { if case .scheme(let scheme) = self { scheme } else { nil } }

    /// The host of a web link with this scope; nil if the scope names no single host.
    var host: String? {
        if case .domain(let domain) = self, Self.parent(ofSubdomains: domain) == nil { domain } else { nil }
    }

    /// Returns the domain above the subdomains that a text like `*.example.org` names; nil for any other text.
    static func parent(ofSubdomains domain: String) -> Substring? {
        let prefix = "*."
        return domain.utf8.starts(with: prefix.utf8) ? Substring(domain.utf8.dropFirst(prefix.utf8.count)) : nil
    }

    /// Returns whether web links to a host, in lower case, have this scope.
    func includes(host: String) -> Bool {
        switch self {
        case .anyDomain: true
        case .domain(let domain):
            Self.parent(ofSubdomains: domain).map { host.hasSuffix(".\($0)") } ?? (domain == host)
        case .scheme, .anyScheme: false
        }
    }

    /// Whether web links have this scope.
    var isWeb: Bool {
        switch self {
        case .domain, .anyDomain: true
        case .scheme, .anyScheme: false
        }
    }

    /// Makes the scope of a domain that is written in the program. Traps if the domain is malformed.
    init(checkedDomain domain: String) {
        do throws(RoutePatternError) {
            self = try Scope.domain(domain).checked(for: "")
        } catch {
            preconditionFailure(error.reason)
        }
    }

    /// Returns the scope with its domain in lower case. Throws for the schemes http and https, and for a malformed
    /// domain.
    func checked(for pattern: String) throws(RoutePatternError) -> Scope {
        switch self {
        case .anyScheme, .anyDomain: return self
        case .scheme(let scheme):
            guard !scheme.isWeb else {
                throw RoutePatternError(pattern, "web links are matched by their domain; name it instead of \(self)")
            }
            return self
        case .domain(let domain):
            let name = Self.parent(ofSubdomains: domain) ?? domain[...]
            guard let url = try? XCallbackURL("https://\(name)"), case .host(name.lowercased()) = url.authority else {
                throw RoutePatternError(
                    pattern, "'\(domain)' is not a domain; write it as in 'example.org' or '*.example.org'")
            }
            return .domain(domain.lowercased())
        }
    }
}

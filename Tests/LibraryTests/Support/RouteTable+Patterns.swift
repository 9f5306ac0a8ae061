import URLSchemeRouter
import XCallbackURL

extension RouteTable where Payload == Int {
    /// Makes a table of patterns with one scope each; the payload is the index in the list.
    static func of(_ patterns: [String], in scopes: [Scope] = [.anyScheme, .anyDomain]) throws -> RouteTable {
        var builder = Builder()
        for (index, pattern) in patterns.enumerated() {
            try builder.add(
                name: pattern, patterns: [RoutePattern(pattern)], scopes: scopes, declaration: "line \(index)",
                payload: index)
        }
        return builder.build()
    }

    /// Returns the pattern that answers a URL.
    func winner(_ text: String, lenientAuthority: Bool = false) throws -> String? {
        try match(XCallbackURL(text), lenientAuthority: lenientAuthority)?.entry.name
    }
}

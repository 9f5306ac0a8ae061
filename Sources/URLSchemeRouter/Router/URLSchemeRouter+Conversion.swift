// What an app needs comes with one import: strategies, outcomes, errors and callbacks.
@_exported public import QueryCoding
@_exported public import XCallbackURL

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension URLSchemeRouter {
    /// Handles a path from the program itself, such as `product/1988?from=home`, as a URL of the router's scheme.
    ///
    /// The path is written as in a URL, with its reserved characters percent-encoded.
    /// - Parameter isolation: The actor that the caller is isolated to; leave out.
    @discardableResult
    public func resolve(_ path: String, isolation: isolated (any Actor)? = #isolation) -> Bool {
        handle("\(ownScheme?.text ?? "app"):\(isOpaque ? "" : "///")\(path)", isolation: isolation)
    }

    /// Converts a web link to the app's own URL, `scheme://path`. Path, query and fragment keep their bytes.
    ///
    /// The scheme of the result is the router's first scheme or, if the link's route does not answer that scheme, the
    /// first scheme that the route names.
    /// - Throws: A ``LinkError`` if the URL is not a web link or no route answers the result.
    public func appLink(for webLink: URL) throws -> URL {
        let raw = try RawURL(Array(webLink.absoluteString.utf8))
        guard raw.scheme.isWeb else { throw LinkError.wrongKind(isWeb: true) }
        let rest = raw.textFromPath.utf8.drop { $0 == UInt8(ascii: "/") }
        let first = rest.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        // The first segment becomes the authority, unless the text would have another meaning as an authority.
        let isSegment = !first.isEmpty && !first.contains(UInt8(ascii: "@")) && !first.contains(UInt8(ascii: ":"))
        let spelling = isSegment && String(Substring(first)).lowercased() != "x-callback-url" ? "//" : "///"
        return try answered("\(try appScheme(of: webLink)):\(spelling)\(Substring(rest))")
    }

    private func appScheme(of webLink: URL) throws -> String {
        let match = table.match(try parsed(webLink.absoluteString), lenientAuthority: false)
        let scopes = match?.entry.scopes ?? []
        let named = scopes.lazy.compactMap(\.scheme).first
        guard let ownScheme else {
            guard let named else { throw LinkError.noScheme(route: match?.entry.name ?? webLink.absoluteString) }
            return named.text
        }
        let isOwn = scopes.contains(.anyScheme) || scopes.contains(.scheme(ownScheme))
        return isOwn ? scheme : named?.text ?? scheme
    }

    /// Converts an app's own URL to a web link, `https://domain/path`. Path, query and fragment keep their bytes.
    /// - Parameter domain: The domain of the link; nil for the first domain that the URL's route names.
    /// - Throws: A ``LinkError`` if the URL is a web link, the route has no domain, or no route answers the result.
    public func webLink(for appLink: URL, domain: String? = nil) throws -> URL {
        let text = appLink.absoluteString
        let raw = try RawURL(Array(text.utf8))
        guard !raw.scheme.isWeb else { throw LinkError.wrongKind(isWeb: false) }
        let url = try parsed(text)
        guard let match = table.match(url, lenientAuthority: false) else { throw LinkError.unanswered(text) }
        let named = match.entry.scopes.lazy.compactMap(\.host).first
        guard let host = domain ?? named else { throw LinkError.noScope(route: match.entry.name, isWeb: true) }
        var path = raw.textFromPath
        if case .segment = url.authority, let authority = raw.authority {
            path = "/\(String(decoding: authority, as: UTF8.self))\(path)"
        }
        return try answered("https://\(host)" + (path.utf8.first == UInt8(ascii: "/") ? "" : "/") + path)
    }

    private func answered(_ text: String) throws -> URL {
        guard table.match(try parsed(text), lenientAuthority: false) != nil, let url = URL(string: text) else {
            throw LinkError.unanswered(text)
        }
        return url
    }
}

package import QueryCoding

/// A URL that is parsed only as far as the search for its route needs.
package enum RoutableURL: Sendable {
    /// A URL whose parts are made at each read.
    case plain(UnescapedURL)
    case parsed(XCallbackURL)

    /// Parses a URL.
    /// - Parameter isOpaque: Whether the URL is opaque, so that it has no callbacks.
    package init(_ text: String, isOpaque: Bool = false) throws(XCallbackURL.Failure) {
        do throws(XCallbackURLError) {
            guard !isOpaque else {
                self = .parsed(try XCallbackURL(opaque: text))
                return
            }
            self = try text.withBytes { utf8 in
                Result { () throws(XCallbackURLError) in
                    let parts = try SplitURL(utf8)
                    if let plain = try UnescapedURL.make(parts, utf8, of: text) { return .plain(plain) }
                    return .parsed(try XCallbackURL.decoded(parts, utf8))
                }
            }.get()
        } catch {
            throw XCallbackURL.Failure(error, of: text, isOpaque: isOpaque)
        }
    }

    /// The URL with its parts.
    package var url: XCallbackURL {
        switch self {
        case .plain(let url): XCallbackURL(url)
        case .parsed(let url): url
        }
    }

    /// The callbacks of ``url``.
    package var callbacks: Callbacks {
        switch self {
        case .plain: Callbacks()
        case .parsed(let url): url.callbacks
        }
    }

    /// The parameters of ``url``.
    package var parameters: QueryParameters {
        switch self {
        case .plain: []
        case .parsed(let url): url.parameters
        }
    }
}

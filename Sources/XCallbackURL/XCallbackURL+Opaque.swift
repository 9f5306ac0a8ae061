import QueryCoding

/// Opaque URLs (RFC 2396 §3): all that follows the scheme and an optional `//` is one segment, up to the end of the URL.
/// Such a URL has no authority, query, fragment or callbacks: `freetube://https://a.example/watch?v=1`.
extension XCallbackURL {
    /// Parses a URL of a scheme whose URLs are opaque. The text is decoded once. The space and all printable characters
    /// may be raw.
    public init(opaque text: String) throws(XCallbackURLError) { try self.init(opaque: RawURL(Array(text.utf8))) }

    /// Parses a URL whose scheme has been read.
    package init(opaque raw: borrowing RawURL) throws(XCallbackURLError) {
        let rest = raw.bytes[(raw.scheme.text.utf8.count + 1)...]
        let part = rest.starts(with: "//".utf8) ? rest.dropFirst(2) : rest
        self.init(
            raw.scheme, segment: try Self.decodedOpaque(part), written: String(decoding: part, as: UTF8.self))
    }

    /// Makes the URL of a segment, with `%`, controls and spaces percent-encoded.
    package init(scheme: Scheme, opaqueSegment segment: String) {
        let written = RawURL.escaping(segment.utf8) { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "%") }
        self.init(scheme, segment: segment, written: String(decoding: written, as: UTF8.self))
    }

    private init(_ scheme: Scheme, segment: String, written: String) {
        self.init(
            scheme: scheme, authority: .none, path: segment.isEmpty ? [] : [segment], endsInSlash: false,
            parameters: [], callbacks: Callbacks(), reserved: [], opaquePart: written)
    }

    /// Decodes an opaque part, or a piece of it.
    package static func decodedOpaque(_ part: some Sequence<UInt8>) throws(XCallbackURLError) -> String {
        try RawURL.decode(RawURL.escapingPrintable(part)[...], part: .opaquePart)
    }

    /// Returns the text of an opaque URL. A part that begins with `//` needs the optional `//` before it.
    static func opaqueText(_ scheme: Scheme, _ part: String) -> String {
        "\(scheme):\(part.utf8.starts(with: "//".utf8) ? "//" : "")\(part)"
    }
}

import QueryCoding

/// A URL of an app's own scheme whose parts decode to themselves, without a query and a fragment: `notes:///search`.
///
/// The parts are ranges of the URL's bytes. Routes are found by these bytes in place, so that most requests without
/// parameters need no other form of their URL. Code that reads the parts makes an ``XCallbackURL``.
package struct UnescapedURL: Sendable {
    package let text: String
    /// The length of the scheme, which has no capital letter.
    package let schemeLength: Int
    let authority: Authority
    /// The place in the text where the first segment begins: at the authority, if the authority counts as a segment.
    package let start: Int
    package let path: Range<Int>
    /// Whether the path ends in a slash.
    package let endsInSlash: Bool

    package var scheme: Scheme {
        text.withBytes { Scheme(checked: $0.extracting(first: schemeLength), isLowered: true) }
    }

    private init(_ text: String, _ parts: borrowing SplitURL, _ authority: consuming Authority, endsInSlash: Bool) {
        self.text = text
        schemeLength = parts.scheme.length
        path = parts.path.range
        start =
            if case .segment = authority, let part = parts.authority { part.range.lowerBound } else { path.lowerBound }
        self.authority = authority
        self.endsInSlash = endsInSlash
    }

    /// Makes the URL from its parts; nil for a URL of another kind. Throws if the authority is not acceptable.
    @inline(__always)
    static func make(
        _ parts: borrowing SplitURL, _ utf8: Span<UInt8>, of text: String
    ) throws(XCallbackURLError) -> UnescapedURL? {
        guard parts.isClean, parts.endsAfterPath, parts.scheme.isLowered,
            !Scheme.isWeb(utf8.extracting(first: parts.scheme.length))
        else { return nil }
        let authority = try XCallbackURL.authority(of: parts, utf8, isWeb: false)
        return UnescapedURL(text, parts, authority, endsInSlash: parts.endsInSlash(utf8))
    }

    /// The segments of the path.
    fileprivate var pathSegments: [String] {
        text.withBytes { utf8 in
            var segments: [String] = []
            var place = path.lowerBound
            while let range = utf8.segment(from: place, to: path.upperBound) {
                segments.append(String(decoding: utf8.extracting(range)))
                place = range.upperBound
            }
            return segments
        }
    }
}

extension XCallbackURL {
    /// Makes the parts of a plain URL.
    package init(_ url: UnescapedURL) {
        self.init(
            Parts(
                scheme: url.scheme, authority: url.authority, path: url.pathSegments, endsInSlash: url.endsInSlash,
                parameters: [], callbacks: Callbacks(), source: nil, reserved: [], fragment: nil))
    }
}

package import QueryCoding

/// A URL as bytes, with its parts split but not decoded (RFC 3986 §3).
///
/// The initialiser fails only if the scheme is missing or malformed; decoding a part checks the rest.
package struct RawURL: Sendable {
    /// The whole URL. The parts are ranges of it, so copying this value copies no bytes.
    let bytes: [UInt8]
    let parts: SplitURL
    package let scheme: Scheme
    /// The bytes between `//` and the next slash; nil without `//`.
    package var authority: ArraySlice<UInt8>? { parts.authority.map { bytes[$0.range] } }
    package var path: ArraySlice<UInt8> { bytes[parts.path.range] }
    package var fragment: ArraySlice<UInt8>? { parts.fragment.map { bytes[$0.range] } }
    /// The path, the query and the fragment, unchanged.
    package var textFromPath: String { String(decoding: bytes[parts.path.range.lowerBound...], as: UTF8.self) }

    package init(_ bytes: [UInt8]) throws(XCallbackURLError) {
        let parts = try bytes.withUnsafeBufferPointer { utf8 throws(XCallbackURLError) in try SplitURL(utf8.span) }
        scheme = bytes.withUnsafeBufferPointer { parts.scheme($0.span) }
        self.parts = parts
        self.bytes = bytes
    }

    /// Returns the decoded segments of the path that are not empty.
    package func decodedSegments() throws(XCallbackURLError) -> [String] {
        try bytes.withUnsafeBufferPointer { utf8 throws(XCallbackURLError) in try parts.decodedSegments(utf8.span) }
    }

    /// Returns the decoded parameters. Throws `tooManyParameters` for more than `limit` parameters.
    package func decodedParameters(plusAsSpace: Bool, limit: Int) throws(XCallbackURLError) -> QueryParameters {
        try bytes.withUnsafeBufferPointer { utf8 throws(XCallbackURLError) in
            try parts.decodedParameters(utf8.span, plusAsSpace: plusAsSpace, limit: limit)
        }
    }

    package static func decode(_ bytes: ArraySlice<UInt8>, part: URLPart) throws(XCallbackURLError) -> String {
        do {
            return try PercentCoding.decode(bytes)
        } catch {
            throw .undecodable(part, error)
        }
    }
}

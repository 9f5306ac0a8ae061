package import QueryCoding

/// The parts of a URL as bytes, split but not decoded (RFC 3986 §3): fragment first, then query, then authority and
/// path. Splitting fails only where there is no scheme; everything else is judged by whoever decodes a part.
package struct RawURL: Sendable {
    package let scheme: Scheme
    /// What stands between `//` and the next slash; nil without `//`.
    package let authority: ArraySlice<UInt8>?
    package let path: ArraySlice<UInt8>
    package let query: ArraySlice<UInt8>?
    package let fragment: ArraySlice<UInt8>?

    package init(_ bytes: [UInt8]) throws(XCallbackURLError) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw .noScheme }
        guard let scheme = Scheme(bytes: bytes[..<colon]) else { throw .invalidScheme }
        self.scheme = scheme
        var rest = bytes[(colon + 1)...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = rest[(hash + 1)...]
            rest = rest[..<hash]
        } else {
            fragment = nil
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[(mark + 1)...]
            rest = rest[..<mark]
        } else {
            query = nil
        }
        if rest.starts(with: "//".utf8) {
            let afterSlashes = rest.dropFirst(2)
            let end = afterSlashes.firstIndex(of: UInt8(ascii: "/")) ?? afterSlashes.endIndex
            authority = afterSlashes[..<end]
            path = afterSlashes[end...]
        } else {
            authority = nil
            path = rest
        }
    }

    /// A pair of the query, split on its first `=`; a nil value is a bare name.
    package struct Pair: Sendable {
        package let name: ArraySlice<UInt8>
        package let value: ArraySlice<UInt8>?
    }

    /// The pairs of the query in order. Pairs without a name are ignored.
    package var pairs: [Pair] {
        guard let query else { return [] }
        var pairs: [Pair] = []
        var start = query.startIndex
        while start <= query.endIndex {
            let end = query[start...].firstIndex(of: UInt8(ascii: "&")) ?? query.endIndex
            let pair = query[start..<end]
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            let name = pair[..<(equals ?? pair.endIndex)]
            if !name.isEmpty { pairs.append(Pair(name: name, value: equals.map { pair[($0 + 1)...] })) }
            start = end + 1
        }
        return pairs
    }

    /// The decoded segments of the path, empty ones left out.
    package func decodedSegments() throws(XCallbackURLError) -> [String] {
        var segments: [String] = []
        for segment in path.split(separator: UInt8(ascii: "/")) {
            segments.append(try Self.decode(segment, part: .path))
        }
        return segments
    }

    /// The decoded parameters, at most `limit` of them.
    package func decodedParameters(plusAsSpace: Bool, limit: Int) throws(XCallbackURLError) -> QueryParameters {
        let pairs = pairs
        guard pairs.count <= limit else { throw .tooManyParameters(limit: limit) }
        var parameters: [QueryParameter] = []
        parameters.reserveCapacity(pairs.count)
        for pair in pairs {
            let name = try Self.decode(pair.name, part: .parameterName, plusAsSpace: plusAsSpace)
            var value: String?
            if let raw = pair.value { value = try Self.decode(raw, part: .parameter(name), plusAsSpace: plusAsSpace) }
            parameters.append(QueryParameter(name, value))
        }
        return QueryParameters(parameters)
    }

    package static func decode(
        _ bytes: ArraySlice<UInt8>, part: URLPart, plusAsSpace: Bool = false
    ) throws(XCallbackURLError) -> String {
        do {
            return try PercentCoding.decode(bytes, plusAsSpace: plusAsSpace)
        } catch {
            throw .undecodable(part, error)
        }
    }
}

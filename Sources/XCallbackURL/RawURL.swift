package import QueryCoding

/// The parts of a URL as bytes, split but not decoded (RFC 3986 §3).
///
/// The parser splits off the fragment first, then the query, then the authority and the path. It fails only if the
/// scheme is missing or malformed; decoding a part checks the rest.
package struct RawURL: Sendable {
    package let scheme: Scheme
    /// The bytes between `//` and the next slash; nil without `//`.
    package var authority: ArraySlice<UInt8>? { authorityRange.map { bytes[$0] } }
    package var path: ArraySlice<UInt8> { bytes[pathRange] }
    package var fragment: ArraySlice<UInt8>? { fragmentRange.map { bytes[$0] } }
    /// The path, the query and the fragment, unchanged.
    package var textFromPath: String { String(decoding: bytes[pathRange.lowerBound...], as: UTF8.self) }

    /// The whole URL. The parts are ranges of it, so copying this value copies no bytes.
    let bytes: [UInt8]
    private let authorityRange: Range<Int>?
    private let pathRange: Range<Int>
    private let fragmentRange: Range<Int>?

    package init(_ bytes: [UInt8]) throws(XCallbackURLError) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw .noScheme }
        guard let scheme = Scheme(bytes: bytes[..<colon]) else { throw .invalidScheme }
        self.scheme = scheme
        self.bytes = bytes
        let start = colon + 1
        var end = bytes.count
        let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#"))
        fragmentRange = hash.map { ($0 + 1)..<bytes.count }
        end = hash ?? end
        let mark = bytes[start..<end].firstIndex(of: UInt8(ascii: "?"))
        (pairs, namelessValues) = Self.pairs(bytes, in: mark.map { [end] in ($0 + 1)..<end })
        end = mark ?? end
        if end - start >= 2, bytes[start] == UInt8(ascii: "/"), bytes[start + 1] == UInt8(ascii: "/") {
            let slash = bytes[(start + 2)..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
            authorityRange = (start + 2)..<slash
            pathRange = slash..<end
        } else {
            authorityRange = nil
            pathRange = start..<end
        }
    }

    /// A name and a value of the query, split at the first `=`; the value of a bare name is nil.
    struct Pair: Sendable {
        let name: Range<Int>
        let value: Range<Int>?
    }

    /// The pairs of the query, in order, without those whose name is empty.
    let pairs: [Pair]
    /// The values of the pairs whose name is empty.
    private let namelessValues: [Range<Int>]

    private static func pairs(_ bytes: [UInt8], in queryRange: Range<Int>?) -> ([Pair], nameless: [Range<Int>]) {
        guard let queryRange else { return ([], []) }
        var pairs: [Pair] = []
        var nameless: [Range<Int>] = []
        pairs.reserveCapacity(16)
        var start = queryRange.lowerBound
        var equals: Int?
        for index in queryRange.lowerBound...queryRange.upperBound {
            let isEnd = index == queryRange.upperBound
            if !isEnd, bytes[index] == UInt8(ascii: "=") {
                equals = equals ?? index
            } else if isEnd || bytes[index] == UInt8(ascii: "&") {
                let name = start..<(equals ?? index)
                let value = equals.map { ($0 + 1)..<index }
                if !name.isEmpty {
                    pairs.append(Pair(name: name, value: value))
                } else if let value {
                    nameless.append(value)
                }
                start = index + 1
                equals = nil
            }
        }
        return (pairs, nameless)
    }

    /// Returns the decoded segments of the path, without empty ones.
    package func decodedSegments() throws(XCallbackURLError) -> [String] {
        var segments: [String] = []
        for segment in path.split(separator: UInt8(ascii: "/")) {
            segments.append(try Self.decode(segment, part: .path))
        }
        return segments
    }

    /// Returns the decoded parameters. Throws `tooManyParameters` if there are more than `limit`.
    package func decodedParameters(plusAsSpace: Bool, limit: Int) throws(XCallbackURLError) -> QueryParameters {
        let pairs = pairs
        guard pairs.count <= limit else { throw .tooManyParameters(limit: limit) }
        var parameters: [QueryParameter] = []
        parameters.reserveCapacity(pairs.count)
        for pair in pairs { parameters.append(try decode(pair, plusAsSpace: plusAsSpace)) }
        return QueryParameters(parameters)
    }

    func decode(_ pair: Pair, plusAsSpace: Bool) throws(XCallbackURLError) -> QueryParameter {
        let name = try Self.decode(bytes[pair.name], part: .parameterName, plusAsSpace: plusAsSpace)
        guard let value = pair.value else { return QueryParameter(name, nil) }
        return QueryParameter(name, try Self.decode(bytes[value], part: .parameter(name), plusAsSpace: plusAsSpace))
    }

    /// Throws the error that decoding the path, the query or the fragment would throw, pairs without a name among them:
    /// they are ignored, but leave with the URL.
    func checkParts() throws(XCallbackURLError) {
        try Self.check(path, part: .path)
        for pair in pairs {
            try Self.check(bytes[pair.name], part: .parameterName)
            guard let value = pair.value else { continue }
            do {
                try PercentCoding.check(bytes[value])
            } catch {
                throw .undecodable(.parameter(try Self.decode(bytes[pair.name], part: .parameterName)), error)
            }
        }
        for value in namelessValues { try Self.check(bytes[value], part: .parameter("")) }
        if let fragment { try Self.check(fragment, part: .fragment) }
    }

    private static func check(_ bytes: ArraySlice<UInt8>, part: URLPart) throws(XCallbackURLError) {
        do {
            try PercentCoding.check(bytes)
        } catch {
            throw .undecodable(part, error)
        }
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

package import QueryCoding

/// A URL as bytes, with its parts split but not decoded (RFC 3986 §3): the fragment begins at the first `#`, the query at
/// the first `?` before it, and the authority after `//`.
///
/// The initialiser fails only if the scheme is missing or malformed; decoding a part checks the rest.
package struct RawURL: Sendable {
    /// The whole URL. The parts are ranges of it: a slice would count a reference for each part.
    let bytes: [UInt8]
    package let scheme: Scheme
    private let authorityRange: Range<Int>?
    private let pathRange: Range<Int>
    private let fragmentRange: Range<Int>?
    /// The pairs of the query in order, except pairs with an empty name.
    let pairs: [Pair]
    /// The values of the pairs with an empty name.
    private let namelessValues: [Range<Int>]

    /// The bytes between `//` and the next slash; nil without `//`.
    package var authority: ArraySlice<UInt8>? { authorityRange.map { bytes[$0] } }
    package var path: ArraySlice<UInt8> { bytes[pathRange] }
    package var fragment: ArraySlice<UInt8>? { fragmentRange.map { bytes[$0] } }

    /// A name and a value of the query, split at the first `=`; the value of a bare name is nil.
    struct Pair: Sendable {
        let name: Range<Int>
        let value: Range<Int>?
        let role: Role
    }

    /// The purpose of a pair, by its decoded name.
    enum Role: Sendable, Hashable {
        /// A parameter of the action, or a pair whose name cannot be decoded.
        case parameter
        case callback(CallbackKind)
        /// `x-source`
        case source
        /// A parameter with another name that begins with `x-`.
        case reserved

        init(ofName name: ArraySlice<UInt8>) {
            // Nearly all names are neither encoded nor reserved, and are decoded later.
            guard name.first == UInt8(ascii: "x") || name.contains(UInt8(ascii: "%")),
                let text = try? PercentCoding.decode(name), text.utf8.starts(with: "x-".utf8)
            else {
                self = .parameter
                return
            }
            if let kind = CallbackKind.allCases.first(where: { text.hasSameBytes(as: $0.parameterName) }) {
                self = .callback(kind)
            } else {
                self = text.hasSameBytes(as: "x-source") ? .source : .reserved
            }
        }
    }

    package init(_ bytes: [UInt8]) throws(XCallbackURLError) {
        /// Returns the place of the first mark in a range; its end without the mark.
        func place(of mark: Unicode.Scalar, from start: Int, to end: Int) -> Int {
            var place = start
            while place < end, bytes[place] != UInt8(ascii: mark) { place += 1 }
            return place
        }
        self.bytes = bytes
        let colon = place(of: ":", from: 0, to: bytes.count)
        guard colon < bytes.count else { throw .noScheme }
        guard let scheme = Scheme(utf8: bytes[..<colon]) else { throw .invalidScheme }
        self.scheme = scheme
        let hash = place(of: "#", from: colon + 1, to: bytes.count)
        fragmentRange = hash < bytes.count ? (hash + 1)..<bytes.count : nil
        let question = place(of: "?", from: colon + 1, to: hash)
        if bytes[(colon + 1)..<question].starts(with: "//".utf8) {
            let end = place(of: "/", from: colon + 3, to: question)
            (authorityRange, pathRange) = ((colon + 3)..<end, end..<question)
        } else {
            (authorityRange, pathRange) = (nil, (colon + 1)..<question)
        }
        var pairs: [Pair] = []
        if question < hash { pairs.reserveCapacity(8) }
        var namelessValues: [Range<Int>] = []
        var start = question + 1
        while start < hash {
            let end = place(of: "&", from: start, to: hash)
            let equals = place(of: "=", from: start, to: end)
            let value = equals < end ? (equals + 1)..<end : nil
            if equals > start {
                let role = Role(ofName: bytes[start..<equals])
                pairs.append(Pair(name: start..<equals, value: value, role: role))
            } else if let value {
                namelessValues.append(value)
            }
            start = end + 1
        }
        self.pairs = pairs
        self.namelessValues = namelessValues
    }

    /// The path, the query and the fragment, unchanged.
    package var textFromPath: String { String(decoding: bytes[pathRange.lowerBound...], as: UTF8.self) }

    /// Returns the decoded segments of the path that are not empty.
    package func decodedSegments() throws(XCallbackURLError) -> [String] {
        var segments: [String] = []
        for segment in path.split(separator: UInt8(ascii: "/")) {
            segments.append(try Self.decode(segment, part: .path))
        }
        return segments
    }

    /// Returns the decoded parameters. Throws `tooManyParameters` for more than `limit` parameters.
    package func decodedParameters(plusAsSpace: Bool, limit: Int) throws(XCallbackURLError) -> QueryParameters {
        guard pairs.count <= limit else { throw .tooManyParameters(limit: limit) }
        var parameters: [QueryParameter] = []
        for pair in pairs { parameters.append(try decoded(pair, plusAsSpace: plusAsSpace)) }
        return QueryParameters(parameters)
    }

    func decoded(_ pair: Pair, plusAsSpace: Bool) throws(XCallbackURLError) -> QueryParameter {
        let name = try Self.decode(bytes[pair.name], part: .parameterName, plusAsSpace: plusAsSpace)
        guard let value = pair.value else { return QueryParameter(name, nil) }
        return QueryParameter(name, try Self.decode(bytes[value], part: .parameter(name), plusAsSpace: plusAsSpace))
    }

    /// Throws the error that decoding the path, the query or the fragment would throw. The check includes pairs without
    /// a name: the parser ignores them, but they are part of the URL that is opened.
    func check() throws(XCallbackURLError) {
        // Most callbacks have no escape.
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0.isForbidden || $0.isNonASCII }) else { return }
        _ = try Self.decode(path, part: .path)
        for pair in pairs { _ = try decoded(pair, plusAsSpace: false) }
        for value in namelessValues { _ = try Self.decode(bytes[value], part: .parameter("")) }
        if let fragment { _ = try Self.decode(fragment, part: .fragment) }
    }

    package static func decode(
        _ bytes: ArraySlice<UInt8>, part: @autoclosure () -> URLPart, plusAsSpace: Bool = false
    ) throws(XCallbackURLError) -> String {
        do {
            return try PercentCoding.decode(bytes, plusAsSpace: plusAsSpace)
        } catch {
            throw .undecodable(part(), error)
        }
    }

    /// Percent-encodes the space and the printable characters that RFC 3986 allows only percent-encoded, in everything
    /// after the scheme. The openers of KDE decode `%20`, and other serialisers of URLs leave `{` or `|` unchanged.
    package static func encodingPrintable(_ url: [UInt8]) -> [UInt8] {
        // Nearly every URL has no such byte.
        guard url.contains(where: \.isForbidden), let colon = url.firstIndex(of: UInt8(ascii: ":")) else {
            return url
        }
        return url[...colon] + escapingPrintable(url[(colon + 1)...])
    }

    static func escapingPrintable(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        escaping(bytes) { byte in
            (0x20..<0x7F).contains(byte) && byte.isForbidden
        }
    }

    /// Returns the bytes with a percent escape in place of each byte that the closure names.
    static func escaping(_ bytes: some Sequence<UInt8>, where isEscaped: (UInt8) -> Bool) -> [UInt8] {
        bytes.flatMap { isEscaped($0) ? PercentCoding.escape($0) : [$0] }
    }
}

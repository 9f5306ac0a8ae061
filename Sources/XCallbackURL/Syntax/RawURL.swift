package import QueryCoding

/// A URL as bytes, with its parts split but not decoded (RFC 3986 §3): the fragment begins at the first `#`, the query at
/// the first `?` before it, and the authority after `//`.
///
/// The initialiser fails only if the scheme is missing or malformed; decoding a part checks the rest.
package struct RawURL: Sendable {
    /// The whole URL. The parts are slices of it, so copying this value copies no bytes.
    let bytes: [UInt8]
    package let scheme: Scheme
    /// The bytes between `//` and the next slash; nil without `//`.
    package let authority: ArraySlice<UInt8>?
    package let path: ArraySlice<UInt8>
    package let fragment: ArraySlice<UInt8>?
    /// The pairs of the query in order, except pairs with an empty name.
    let pairs: [Pair]
    /// The values of the pairs with an empty name.
    private let namelessValues: [ArraySlice<UInt8>]

    /// A name and a value of the query, split at the first `=`; the value of a bare name is nil.
    struct Pair: Sendable {
        let name: ArraySlice<UInt8>
        let value: ArraySlice<UInt8>?
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
        self.bytes = bytes
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw .noScheme }
        guard let scheme = Scheme(utf8: bytes[..<colon]) else { throw .invalidScheme }
        self.scheme = scheme
        let (beforeFragment, fragment) = bytes[(colon + 1)...].cut(at: "#")
        let (address, query) = beforeFragment.cut(at: "?")
        self.fragment = fragment
        let named = address.starts(with: "//".utf8) ? address.dropFirst(2) : nil
        authority = named?.prefix { $0 != UInt8(ascii: "/") }
        path = authority.map { address[$0.endIndex...] } ?? address
        var pairs: [Pair] = []
        var namelessValues: [ArraySlice<UInt8>] = []
        for pair in query?.split(separator: UInt8(ascii: "&")) ?? [] {
            let (name, value) = pair.cut(at: "=")
            if !name.isEmpty {
                pairs.append(Pair(name: name, value: value, role: Role(ofName: name)))
            } else if let value {
                namelessValues.append(value)
            }
        }
        self.pairs = pairs
        self.namelessValues = namelessValues
    }

    /// The path, the query and the fragment, unchanged.
    package var textFromPath: String { String(decoding: bytes[path.startIndex...], as: UTF8.self) }

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
        for pair in pairs { parameters.append(try pair.decoded(plusAsSpace: plusAsSpace)) }
        return QueryParameters(parameters)
    }

    /// Throws the error that decoding the path, the query or the fragment would throw. The check includes pairs without
    /// a name: the parser ignores them, but they are part of the URL that is opened.
    func check() throws(XCallbackURLError) {
        _ = try Self.decode(path, part: .path)
        for pair in pairs { _ = try pair.decoded(plusAsSpace: false) }
        for value in namelessValues { _ = try Self.decode(value, part: .parameter("")) }
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
}

extension RawURL.Pair {
    func decoded(plusAsSpace: Bool) throws(XCallbackURLError) -> QueryParameter {
        let name = try RawURL.decode(name, part: .parameterName, plusAsSpace: plusAsSpace)
        guard let value else { return QueryParameter(name, nil) }
        return QueryParameter(name, try RawURL.decode(value, part: .parameter(name), plusAsSpace: plusAsSpace))
    }
}

extension ArraySlice<UInt8> {
    /// Returns the bytes before and after the first mark; all bytes and nil without the mark.
    fileprivate func cut(at mark: Unicode.Scalar) -> (Self, Self?) {
        guard let index = firstIndex(of: UInt8(ascii: mark)) else { return (self, nil) }
        return (self[..<index], self[(index + 1)...])
    }
}

public import QueryCoding

/// A URL that requests an action from an app (x-callback-url 1.0 draft), with the app's own scheme or as a web link.
///
/// The parser works on bytes: it splits the URL first and decodes each part once. Equality compares meaning, so
/// `notes:create`, `notes:/create` and `notes:///create` are equal. ``description`` prints all three as the last one,
/// and `XCallbackURL(url.description) == url` if the callbacks have no faults.
public struct XCallbackURL: Sendable, Hashable, CustomStringConvertible {
    /// The scheme.
    public var scheme: Scheme
    /// The authority.
    public var authority: Authority
    /// The decoded segments of the path after the authority, except empty segments.
    public var path: [String]
    /// Whether the path ends in a slash.
    public var endsInSlash: Bool
    /// The parameters of the action, whose names do not begin with `x-`.
    public var parameters: QueryParameters
    /// The URLs that receive the outcome.
    public var callbacks: Callbacks
    /// The caller's name for itself (`x-source`), which is not verified.
    public var source: String?
    /// The other parameters whose names begin with `x-`, which the specification reserves.
    public var reserved: QueryParameters
    /// The fragment as the URL has it, percent-encoded.
    public var fragment: String?
    /// All that follows the scheme and an optional `//`, as the URL has it, in a URL that was parsed as opaque; nil for any
    /// other URL. Decoded once, this text is the only segment of ``path``.
    public internal(set) var opaquePart: String?

    /// The default limit on the number of parameters.
    public static let defaultParameterLimit = 1000

    /// The segments that route patterns match. The authority of a custom scheme is the first segment, unless the
    /// authority is `x-callback-url`.
    public var segments: [String] {
        if case .segment(let first) = authority { [first] + path } else { path }
    }
}

extension XCallbackURL {
    /// Makes a URL from its parts. Omits empty segments and parameters without a name.
    /// - Parameter fragment: The fragment as the URL has it, percent-encoded.
    public init(
        scheme: Scheme, authority: Authority = .none, path: [String] = [], endsInSlash: Bool = false,
        parameters: QueryParameters = [], callbacks: Callbacks = Callbacks(), source: String? = nil,
        fragment: String? = nil
    ) {
        self.init(
            scheme: scheme, authority: authority, path: path.filter { !$0.isEmpty }, endsInSlash: endsInSlash,
            parameters: QueryParameters(parameters.elements.filter { !$0.name.isEmpty }), callbacks: callbacks,
            source: source, reserved: [], fragment: fragment)
    }

    /// Parses a URL. A faulty callback does not throw, but is added to ``Callbacks/faults``.
    /// - Parameters:
    ///   - plusAsSpace: Whether `+` in the query is a space, for callers that send HTML forms.
    ///   - parameterLimit: The maximum number of parameters, including the callbacks.
    public init(
        _ text: String, plusAsSpace: Bool = false, parameterLimit: Int = defaultParameterLimit
    ) throws(XCallbackURLError) {
        let raw = try RawURL(Array(text.utf8))
        try self.init(raw, Callbacks(raw), plusAsSpace: plusAsSpace, parameterLimit: parameterLimit)
    }

    /// Returns the scheme and the callbacks of a text that is not a URL, as far as they can be read.
    package static func readableParts(of text: String, isOpaque: Bool) -> (scheme: Scheme?, callbacks: Callbacks) {
        guard let raw = try? RawURL(Array(text.utf8)) else { return (nil, Callbacks()) }
        return (raw.scheme, isOpaque ? Callbacks() : Callbacks(raw))
    }

    /// Parses a URL whose callbacks have been read.
    /// - Parameter isForeign: Whether the URL is for another app, so that its authority may have user info and a port.
    package init(
        _ raw: borrowing RawURL, _ callbacks: Callbacks, plusAsSpace: Bool, parameterLimit: Int, isForeign: Bool = false
    ) throws(XCallbackURLError) {
        let authority = try Self.authority(of: raw, isForeign: isForeign)
        let path = try raw.decodedSegments()
        if let fragment = raw.fragment { _ = try RawURL.decode(fragment, part: .fragment) }
        guard raw.pairs.count <= parameterLimit else { throw .tooManyParameters(limit: parameterLimit) }
        var reserved: [QueryParameter] = []
        var source: String?
        var parameters: [QueryParameter] = []
        parameters.reserveCapacity(raw.pairs.count)
        for pair in raw.pairs {
            switch pair.role {
            case .parameter: parameters.append(try raw.decoded(pair, plusAsSpace: plusAsSpace))
            case .reserved: reserved.append(try raw.decoded(pair, plusAsSpace: plusAsSpace))
            case .source: source = try raw.decoded(pair, plusAsSpace: plusAsSpace).value ?? source
            case .callback(let kind):
                // A callback that was read could be decoded.
                if callbacks[kind] == nil { _ = try raw.decoded(pair, plusAsSpace: plusAsSpace) }
            }
        }
        self.init(
            scheme: raw.scheme, authority: authority, path: path, endsInSlash: raw.path.last == UInt8(ascii: "/"),
            parameters: QueryParameters(parameters), callbacks: callbacks, source: source,
            reserved: QueryParameters(reserved), fragment: raw.fragment.map { String(decoding: $0, as: UTF8.self) })
    }

    private static func authority(
        of raw: borrowing RawURL, isForeign: Bool
    ) throws(XCallbackURLError) -> Authority {
        if raw.scheme.isWeb { return .host(try Host(raw.authority, isForeign: isForeign).text) }
        guard let bytes = raw.authority, !bytes.isEmpty else { return .none }
        let text = try RawURL.decode(bytes, part: .authority)
        if isXCallbackURL(text) { return .xCallbackURL }
        if !isForeign { try refuseParts(of: bytes) }
        return .segment(text)
    }

    /// Throws if an authority is `x-callback-url` with user info or a port. In any other authority of a custom scheme,
    /// `@` and `:` have no meaning.
    private static func refuseParts(of authority: ArraySlice<UInt8>) throws(XCallbackURLError) {
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let rest = authority[(at.map { $0 + 1 } ?? authority.startIndex)...]
        let port = rest.firstIndex(of: UInt8(ascii: ":"))
        guard at != nil || port != nil else { return }
        let host = try RawURL.decode(rest[..<(port ?? rest.endIndex)], part: .authority)
        if isXCallbackURL(host) { throw at != nil ? .userInfo : .port }
    }

    /// Compares without regard to ASCII case. The length excludes KELVIN SIGN, which Unicode maps to `k`.
    private static func isXCallbackURL(_ text: String) -> Bool {
        text.utf8.count == "x-callback-url".utf8.count && text.lowercased() == "x-callback-url"
    }

    /// Parses a URL of a scheme whose URLs are opaque (RFC 2396 §3): all that follows the scheme and an optional `//` is
    /// one segment, up to the end of the URL. Such a URL has no authority, query, fragment or callbacks:
    /// `freetube://https://a.example/watch?v=1`. The text is decoded once. The space and all printable characters may be
    /// raw.
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

    /// Returns the URL with the parameters of its fragment, which is read as a query, after its own parameters. Ignores
    /// callbacks and `x-source` in the fragment. Throws `tooManyParameters` for more than `limit` parameters.
    package func readingFragment(plusAsSpace: Bool, parameterLimit limit: Int) throws(XCallbackURLError) -> XCallbackURL
    {
        guard let fragment else { return self }
        // Only the first `#` of a URL begins the fragment.
        let query = fragment.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23")
        let read = try XCallbackURL("\(scheme):?\(query)", plusAsSpace: plusAsSpace, parameterLimit: limit)
        guard parameters.elements.count + read.parameters.elements.count <= limit else {
            throw .tooManyParameters(limit: limit)
        }
        var url = self
        url.parameters.elements += read.parameters.elements
        url.reserved.elements += read.reserved.elements
        return url
    }

    /// Compares the bytes of paths and texts; `String` would treat canonically equivalent texts as equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.scheme == right.scheme && left.authority == right.authority && left.endsInSlash == right.endsInSlash
            && left.path.elementsEqual(right.path) { $0.hasSameBytes(as: $1) }
            && left.parameters == right.parameters && left.callbacks == right.callbacks
            && left.reserved == right.reserved && left.exactTexts == right.exactTexts
    }

    /// Hashes the scheme, the authority, the path, the parameters and the callbacks.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scheme)
        hasher.combine(authority)
        hasher.combine(path)
        hasher.combine(parameters)
        hasher.combine(callbacks)
    }

    /// The source, the fragment and the opaque part as parameters, which compare by bytes.
    private var exactTexts: [QueryParameter] {
        let fragment = fragment.map { (try? PercentCoding.decode(Array($0.utf8)[...])) ?? $0 }
        return [source, fragment, opaquePart].map { QueryParameter("", $0) }
    }

    /// The URL in its canonical form: `scheme:///path`, parameters that begin with `x-` first, and all bytes
    /// percent-encoded except the unreserved characters of RFC 3986 §2.3.
    ///
    /// An opaque URL is printed with the bytes of its ``opaquePart``.
    public var description: String {
        if let opaquePart { return Self.opaqueText(scheme, opaquePart) }
        var output = addressBytes
        var mark = UInt8(ascii: "?")
        for list in [callerParameters, reserved, parameters] where !list.elements.isEmpty {
            PercentCoding.encode(list, after: mark, to: &output)
            mark = UInt8(ascii: "&")
        }
        if let fragment {
            output.append(UInt8(ascii: "#"))
            output += RawURL.escaping(fragment.utf8) { $0.isForbidden || $0.isNonASCII }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The canonical form without the query and the fragment.
    package var address: String {
        if let opaquePart { return Self.opaqueText(scheme, opaquePart) }
        return String(decoding: addressBytes, as: UTF8.self)
    }

    private var addressBytes: [UInt8] {
        var output = Array(scheme.text.utf8)
        // Most URLs have room without another copy.
        output.reserveCapacity(256)
        output.append(UInt8(ascii: ":"))
        switch authority {
        case .none: if !path.isEmpty || endsInSlash { output += "//".utf8 }
        case .xCallbackURL: output += "//x-callback-url".utf8
        case .segment(let segment):
            output += "//".utf8
            PercentCoding.encode(segment, to: &output)
        case .host(let host): output += "//\(host)".utf8
        }
        for segment in path {
            output.append(UInt8(ascii: "/"))
            PercentCoding.encode(segment, to: &output)
        }
        if endsInSlash { output.append(UInt8(ascii: "/")) }
        return output
    }

    /// The source and the callbacks.
    private var callerParameters: QueryParameters {
        var list = QueryParameters()
        if let source { list.elements.append(QueryParameter("x-source", source)) }
        for kind in CallbackKind.allCases {
            if let url = callbacks[kind] { list.elements.append(QueryParameter(kind.parameterName, url.text)) }
        }
        return list
    }
}

public import QueryCoding

/// A URL that requests an action from an app (x-callback-url 1.0 draft), with the app's own scheme or as a web link.
///
/// The parser works on bytes: it splits the URL first and decodes each part once. Equality compares meaning, so
/// `notes:create`, `notes:/create` and `notes:///create` are equal. ``description`` prints all three as the last one,
/// and `XCallbackURL(url.description) == url` if the callbacks have no faults.
public struct XCallbackURL: Sendable {
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
}

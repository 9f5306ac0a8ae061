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
    /// The decoded segments of the path after the authority; none is empty.
    public var path: [String]
    /// Whether the path ends in a slash.
    public var endsInSlash: Bool
    /// The parameters of the action: those whose names do not begin with `x-`.
    public var parameters: QueryParameters
    /// The URLs that receive the outcome.
    public var callbacks: Callbacks
    /// The caller's name for itself (`x-source`). It is not verified.
    public var source: String?
    /// The other parameters whose names begin with `x-`, which the specification reserves.
    public var reserved: QueryParameters
    /// The decoded fragment.
    public var fragment: String?

    /// The default limit on the number of parameters.
    public static let defaultParameterLimit = 1000

    /// Makes a URL from its parts. Omits empty segments and parameters without a name.
    public init(
        scheme: Scheme, authority: Authority = .none, path: [String] = [], endsInSlash: Bool = false,
        parameters: QueryParameters = [], callbacks: Callbacks = Callbacks(), source: String? = nil,
        fragment: String? = nil
    ) {
        self.scheme = scheme
        self.authority = authority
        self.path = path.filter { !$0.isEmpty }
        self.endsInSlash = endsInSlash
        self.callbacks = callbacks
        self.source = source
        self.fragment = fragment
        self.parameters = QueryParameters(parameters.elements.filter { !$0.name.isEmpty })
        reserved = []
    }

    /// Parses a URL. It does not throw for a faulty callback, but adds it to ``Callbacks/faults``.
    /// - Parameters:
    ///   - plusAsSpace: Whether `+` in the query is a space, for callers that send HTML forms.
    ///   - parameterLimit: The maximum number of parameters, including the callbacks.
    public init(
        _ text: String, plusAsSpace: Bool = false, parameterLimit: Int = defaultParameterLimit
    ) throws(XCallbackURLError) {
        try self.init(RawURL(Array(text.utf8)), plusAsSpace: plusAsSpace, parameterLimit: parameterLimit)
    }

    package init(_ raw: RawURL, plusAsSpace: Bool, parameterLimit: Int) throws(XCallbackURLError) {
        scheme = raw.scheme
        authority = try Self.authority(of: raw)
        path = try raw.decodedSegments()
        endsInSlash = raw.path.last == UInt8(ascii: "/")
        callbacks = Callbacks(raw)
        fragment = nil
        if let bytes = raw.fragment { fragment = try RawURL.decode(bytes, part: .fragment) }
        source = nil
        parameters = []
        reserved = []
        let pairs = raw.pairs
        guard pairs.count <= parameterLimit else { throw .tooManyParameters(limit: parameterLimit) }
        parameters.elements.reserveCapacity(pairs.count)
        for pair in pairs {
            let parameter = try raw.decode(pair, plusAsSpace: plusAsSpace)
            if !parameter.name.utf8.starts(with: "x-".utf8) {
                parameters.elements.append(parameter)
            } else if parameter.name == "x-source" {
                source = parameter.value ?? source
            } else if !CallbackKind.allCases.contains(where: { $0.parameterName == parameter.name }) {
                reserved.elements.append(parameter)
            }
        }
    }

    /// The segments that route patterns match. The authority of a custom scheme is the first one, unless it is
    /// `x-callback-url`.
    public var segments: [String] {
        if case .segment(let first) = authority { [first] + path } else { path }
    }

    private static func authority(of raw: RawURL) throws(XCallbackURLError) -> Authority {
        if raw.scheme.isWeb { return .host(try Host(raw.authority).text) }
        guard let bytes = raw.authority, !bytes.isEmpty else { return .none }
        if bytes.contains(UInt8(ascii: "@")) { throw .userInfo }
        if bytes.contains(UInt8(ascii: ":")) { throw .port }
        let text = try RawURL.decode(bytes, part: .authority)
        return isXCallbackURL(text) ? .xCallbackURL : .segment(text)
    }

    /// Compares without regard to ASCII case. Unicode case mapping would also map KELVIN SIGN to `k`.
    private static func isXCallbackURL(_ text: String) -> Bool {
        let name = "x-callback-url"
        return text.utf8.count == name.utf8.count
            && zip(text.utf8, name.utf8).allSatisfy { byte, letter in
                byte == letter || ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter)
            }
    }
}

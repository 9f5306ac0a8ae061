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
}

// The initialisers are in an extension, so that the struct keeps its memberwise one, which does not copy the value.
extension XCallbackURL {
    /// Makes a URL from its parts. Omits empty segments and parameters without a name.
    public init(
        scheme: Scheme, authority: Authority = .none, path: [String] = [], endsInSlash: Bool = false,
        parameters: QueryParameters = [], callbacks: Callbacks = Callbacks(), source: String? = nil,
        fragment: String? = nil
    ) {
        let hasEmptySegment = path.contains(where: \.isEmpty)
        let hasEmptyName = parameters.elements.contains { $0.name.isEmpty }
        self.init(
            scheme: scheme, authority: authority, path: hasEmptySegment ? path.filter { !$0.isEmpty } : path,
            endsInSlash: endsInSlash,
            parameters: hasEmptyName
                ? QueryParameters(parameters.elements.filter { !$0.name.isEmpty }) : parameters,
            callbacks: callbacks, source: source, reserved: [], fragment: fragment)
    }

    /// Parses a URL. It does not throw for a faulty callback, but adds it to ``Callbacks/faults``.
    /// - Parameters:
    ///   - plusAsSpace: Whether `+` in the query is a space, for callers that send HTML forms.
    ///   - parameterLimit: The maximum number of parameters, including the callbacks.
    public init(
        _ text: String, plusAsSpace: Bool = false, parameterLimit: Int = defaultParameterLimit
    ) throws(XCallbackURLError) {
        var text = text
        let result = text.withUTF8 { buffer in
            let utf8 = buffer.span
            return Result { () throws(XCallbackURLError) in
                let parts = try URLParts(utf8)
                return try Self.decoded(
                    parts, utf8, Callbacks(parts, utf8), plusAsSpace: plusAsSpace, parameterLimit: parameterLimit)
            }
        }
        switch consume result {
        case .success(let url): self = url
        case .failure(let error): throw error
        }
    }

    /// Parses a URL whose callbacks have been read.
    package init(
        _ raw: RawURL, _ callbacks: Callbacks, plusAsSpace: Bool, parameterLimit: Int
    ) throws(XCallbackURLError) {
        self = try raw.bytes.withUnsafeBufferPointer { utf8 throws(XCallbackURLError) in
            try Self.decoded(raw.parts, utf8.span, callbacks, plusAsSpace: plusAsSpace, parameterLimit: parameterLimit)
        }
    }

    /// Decodes the parts of a URL.
    private static func decoded(
        _ parts: URLParts, _ utf8: Span<UInt8>, _ callbacks: Callbacks, plusAsSpace: Bool,
        parameterLimit: Int
    ) throws(XCallbackURLError) -> XCallbackURL {
        let authority = try authority(of: parts, utf8)
        let path = try parts.decodedSegments(utf8)
        var fragment: String?
        if let part = parts.fragment { fragment = try URLParts.decode(utf8, part, as: .fragment) }
        guard parts.pairs.count <= parameterLimit else { throw .tooManyParameters(limit: parameterLimit) }
        var parameters: [QueryParameter] = []
        var reserved: [QueryParameter] = []
        var source: String?
        parameters.reserveCapacity(parts.pairs.count)
        for pair in parts.pairs {
            guard !pair.name.isClean || utf8.extracting(pair.name.range).isReserved else {
                parameters.append(try URLParts.decode(utf8, pair, plusAsSpace: plusAsSpace))
                continue
            }
            let kind = Callbacks.kind(of: pair, utf8)
            // A callback that was read could be decoded.
            if let kind, callbacks[kind] != nil { continue }
            let parameter = try URLParts.decode(utf8, pair, plusAsSpace: plusAsSpace)
            if kind != nil { continue }
            var name = parameter.name
            if !name.withUTF8({ $0.span.isReserved }) {
                parameters.append(parameter)
            } else if name == "x-source" {
                source = parameter.value ?? source
            } else {
                reserved.append(parameter)
            }
        }
        return XCallbackURL(
            scheme: parts.scheme, authority: authority, path: path,
            endsInSlash: !parts.path.range.isEmpty && utf8[parts.path.range.upperBound - 1] == UInt8(ascii: "/"),
            parameters: QueryParameters(parameters), callbacks: callbacks, source: source,
            reserved: QueryParameters(reserved), fragment: fragment)
    }

    /// The segments that route patterns match. The authority of a custom scheme is the first one, unless it is
    /// `x-callback-url`.
    public var segments: [String] {
        if case .segment(let first) = authority { [first] + path } else { path }
    }

    private static func authority(
        of parts: URLParts, _ utf8: Span<UInt8>
    ) throws(XCallbackURLError) -> Authority {
        if parts.scheme.isWeb { return .host(try Host(parts.authority, utf8).text) }
        guard let part = parts.authority, !part.range.isEmpty else { return .none }
        let bytes = utf8.extracting(part.range)
        if isXCallbackURL(bytes) { return .xCallbackURL }
        if bytes.has(UInt8(ascii: "@")) { throw .userInfo }
        if bytes.has(UInt8(ascii: ":")) { throw .port }
        var text = try URLParts.decode(utf8, part, as: .authority)
        return text.withUTF8({ isXCallbackURL($0.span) }) ? .xCallbackURL : .segment(text)
    }

    /// Compares without regard to ASCII case. Unicode case mapping would also map KELVIN SIGN to `k`.
    private static func isXCallbackURL(_ bytes: Span<UInt8>) -> Bool {
        let name: StaticString = "x-callback-url"
        guard bytes.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { name in
            bytes.indices.allSatisfy { index in
                let byte = bytes[index]
                return byte == name[index]
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == name[index]
            }
        }
    }
}

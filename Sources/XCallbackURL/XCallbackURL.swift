public import QueryCoding

/// A URL that requests an action from an app (x-callback-url 1.0 draft), with the app's own scheme or as a web link.
///
/// The parser works on bytes: it splits the URL first and decodes each part once. Equality compares meaning, so
/// `notes:create`, `notes:/create` and `notes:///create` are equal. ``description`` prints all three as the last one,
/// and `XCallbackURL(url.description) == url` if the callbacks have no faults.
public struct XCallbackURL: Sendable {
    /// Held as one reference, because a request is copied often and has many parts.
    @usableFromInline var content: Content

    /// The parts of a URL.
    @usableFromInline struct Parts: Sendable {
        @usableFromInline var scheme: Scheme
        @usableFromInline var authority: Authority
        @usableFromInline var path: [String]
        @usableFromInline var endsInSlash: Bool
        @usableFromInline var parameters: QueryParameters
        @usableFromInline var callbacks: Callbacks
        @usableFromInline var source: String?
        @usableFromInline var reserved: QueryParameters
        @usableFromInline var fragment: String?
        @usableFromInline var opaquePart: String?
    }

    @usableFromInline final class Content: Sendable {
        @usableFromInline let parts: Parts

        init(_ parts: consuming Parts) { self.parts = parts }
    }

    /// The default limit on the number of parameters.
    public static let defaultParameterLimit = 1000

    init(_ parts: consuming Parts) { content = Content(parts) }

    /// Makes a URL from its parts. Omits empty segments and parameters without a name.
    /// - Parameter fragment: The fragment as the URL has it, percent-encoded.
    public init(
        scheme: Scheme, authority: Authority = .none, path: [String] = [], endsInSlash: Bool = false,
        parameters: QueryParameters = [], callbacks: Callbacks = Callbacks(), source: String? = nil,
        fragment: String? = nil
    ) {
        let hasEmptySegment = path.contains { $0.isEmpty }
        let hasEmptyName = parameters.elements.contains { $0.name.isEmpty }
        self.init(
            Parts(
                scheme: scheme, authority: authority, path: hasEmptySegment ? path.filter { !$0.isEmpty } : path,
                endsInSlash: endsInSlash,
                parameters: hasEmptyName
                    ? QueryParameters(parameters.elements.filter { !$0.name.isEmpty }) : parameters,
                callbacks: callbacks, source: source, reserved: [], fragment: fragment))
    }

    /// Parses a URL. A faulty callback does not throw, but is added to ``Callbacks/faults``.
    /// - Parameters:
    ///   - plusAsSpace: Whether `+` in the query is a space, for callers that send HTML forms.
    ///   - parameterLimit: The maximum number of parameters, including the callbacks.
    public init(
        _ text: String, plusAsSpace: Bool = false, parameterLimit: Int = defaultParameterLimit
    ) throws(XCallbackURLError) {
        self = try text.withBytes { utf8 in
            Result { () throws(XCallbackURLError) in
                try Self.decoded(SplitURL(utf8), utf8, plusAsSpace: plusAsSpace, parameterLimit: parameterLimit)
            }
        }.get()
    }

    /// Returns the scheme and the callbacks of a text that is not a URL, as far as they can be read.
    package static func readableParts(of text: String, isOpaque: Bool) -> (scheme: Scheme?, callbacks: Callbacks) {
        text.withBytes { utf8 in
            guard let parts = try? SplitURL(utf8) else { return (nil, Callbacks()) }
            return (parts.scheme(utf8), isOpaque ? Callbacks() : Callbacks(parts, utf8))
        }
    }

    /// Parses a URL whose callbacks have been read.
    /// - Parameter isForeign: Whether the URL is for another app, so that its authority may have user info and a port.
    package init(
        _ raw: borrowing RawURL, _ callbacks: Callbacks, plusAsSpace: Bool, parameterLimit: Int, isForeign: Bool = false
    ) throws(XCallbackURLError) {
        self = try raw.bytes.withUnsafeBufferPointer { utf8 throws(XCallbackURLError) in
            try Self.decoded(
                raw.parts, utf8.span, raw.scheme, callbacks, plusAsSpace: plusAsSpace, parameterLimit: parameterLimit,
                isForeign: isForeign)
        }
    }

    /// Decodes the parts of a URL, and reads its callbacks.
    @inline(__always)
    static func decoded(
        _ parts: borrowing SplitURL, _ utf8: Span<UInt8>, plusAsSpace: Bool = false,
        parameterLimit: Int = defaultParameterLimit
    ) throws(XCallbackURLError) -> XCallbackURL {
        try decoded(
            parts, utf8, parts.scheme(utf8), Callbacks(parts, utf8), plusAsSpace: plusAsSpace,
            parameterLimit: parameterLimit)
    }

    private static func decoded(
        _ parts: borrowing SplitURL, _ utf8: Span<UInt8>, _ scheme: consuming Scheme,
        _ callbacks: consuming Callbacks, plusAsSpace: Bool, parameterLimit: Int, isForeign: Bool = false
    ) throws(XCallbackURLError) -> XCallbackURL {
        let authority = try authority(of: parts, utf8, isWeb: scheme.isWeb, isForeign: isForeign)
        let path = try parts.decodedSegments(utf8)
        var fragment: String?
        if let part = parts.fragment {
            _ = try SplitURL.decode(utf8, part, as: .fragment)
            fragment = String(decoding: utf8.extracting(part.range))
        }
        guard parts.pairs.count <= parameterLimit else { throw .tooManyParameters(limit: parameterLimit) }
        var reserved: [QueryParameter] = []
        var source: String?
        var parameters: [QueryParameter] = []
        if !parts.pairs.isEmpty { parameters.reserveCapacity(parts.pairs.count) }
        for pair in parts.pairs {
            switch pair.role {
            case .parameter: parameters.append(try SplitURL.decode(utf8, pair, plusAsSpace: plusAsSpace))
            case .reserved: reserved.append(try SplitURL.decode(utf8, pair, plusAsSpace: plusAsSpace))
            case .source:
                guard let value = pair.value else { continue }
                source = try SplitURL.decode(utf8, value, as: .parameter("x-source"), plusAsSpace: plusAsSpace)
            case .callback(let kind):
                // A callback that was read could be decoded.
                if callbacks[kind] == nil { _ = try SplitURL.decode(utf8, pair, plusAsSpace: plusAsSpace) }
            }
        }
        return XCallbackURL(
            Parts(
                scheme: scheme, authority: authority, path: path, endsInSlash: parts.endsInSlash(utf8),
                parameters: QueryParameters(parameters), callbacks: callbacks, source: source,
                reserved: QueryParameters(reserved), fragment: fragment))
    }

    static func authority(
        of parts: borrowing SplitURL, _ utf8: Span<UInt8>, isWeb: Bool, isForeign: Bool = false
    ) throws(XCallbackURLError) -> Authority {
        if isWeb { return .host(try Host(parts.authority, utf8, isForeign: isForeign).text) }
        guard let part = parts.authority, !part.range.isEmpty else { return .none }
        if isXCallbackURL(utf8.extracting(part.range)) { return .xCallbackURL }
        let text = try SplitURL.decode(utf8, part, as: .authority)
        if text.withBytes({ isXCallbackURL($0) }) { return .xCallbackURL }
        if !isForeign { try refuseParts(of: part, utf8) }
        return .segment(text)
    }

    /// Throws if an authority is `x-callback-url` with user info or a port. In any other authority of a custom scheme,
    /// `@` and `:` have no meaning.
    private static func refuseParts(of authority: SplitURL.Part, _ utf8: Span<UInt8>) throws(XCallbackURLError) {
        let bytes = utf8.extracting(authority.range)
        let at = bytes.indices.last { bytes[$0] == UInt8(ascii: "@") }
        let start = authority.range.lowerBound + (at.map { $0 + 1 } ?? 0)
        let port = utf8.extracting(start..<authority.range.upperBound).firstIndex(of: UInt8(ascii: ":"))
        guard at != nil || port != nil else { return }
        let host = start..<(port.map { start + $0 } ?? authority.range.upperBound)
        let name = try SplitURL.decode(
            utf8, SplitURL.Part(range: host, rawClasses: authority.rawClasses), as: .authority)
        if name.withBytes({ isXCallbackURL($0) }) { throw at != nil ? .userInfo : .port }
    }

    /// Compares without regard to ASCII case. Unicode case mapping would also map KELVIN SIGN to `k`.
    private static func isXCallbackURL(_ bytes: Span<UInt8>) -> Bool {
        let name: StaticString = "x-callback-url"
        // Nearly all URLs have `x-callback-url` in lower case.
        if bytes.equals(name) { return true }
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

public import QueryCoding

extension XCallbackURL {
    /// The scheme.
    public var scheme: Scheme {
        @inlinable get { content.parts.scheme }
        set { change { $0.scheme = newValue } }
    }

    /// The authority.
    public var authority: Authority {
        @inlinable get { content.parts.authority }
        set { change { $0.authority = newValue } }
    }

    /// The decoded segments of the path after the authority, except empty segments.
    public var path: [String] {
        @inlinable get { content.parts.path }
        set { change { $0.path = newValue } }
    }

    /// Whether the path ends in a slash.
    public var endsInSlash: Bool {
        @inlinable get { content.parts.endsInSlash }
        set { change { $0.endsInSlash = newValue } }
    }

    /// The parameters of the action, whose names do not begin with `x-`.
    public var parameters: QueryParameters {
        @inlinable get { content.parts.parameters }
        set { change { $0.parameters = newValue } }
    }

    /// The URLs that receive the outcome.
    public var callbacks: Callbacks {
        @inlinable get { content.parts.callbacks }
        set { change { $0.callbacks = newValue } }
    }

    /// The caller's name for itself (`x-source`), which is not verified.
    public var source: String? {
        @inlinable get { content.parts.source }
        set { change { $0.source = newValue } }
    }

    /// The other parameters whose names begin with `x-`, which the specification reserves.
    public var reserved: QueryParameters {
        @inlinable get { content.parts.reserved }
        set { change { $0.reserved = newValue } }
    }

    /// The fragment as the URL has it, percent-encoded.
    public var fragment: String? {
        @inlinable get { content.parts.fragment }
        set { change { $0.fragment = newValue } }
    }

    /// All that follows the scheme and an optional `//`, as the URL has it, in a URL that was parsed as opaque; nil for any
    /// other URL. Decoded once, this text is the only segment of ``path``.
    public var opaquePart: String? {
        @inlinable get { content.parts.opaquePart }
    }

    private mutating func change(_ body: (inout Parts) -> Void) {
        var parts = content.parts
        body(&parts)
        content = Content(parts)
    }

    /// The segments that route patterns match. The authority of a custom scheme is the first segment, unless the
    /// authority is `x-callback-url`.
    public var segments: [String] {
        if case .segment(let first) = authority { [first] + path } else { path }
    }
}

package import QueryCoding

extension XCallbackURL: CustomStringConvertible {
    /// The URL in its canonical form: `scheme:///path`, parameters that begin with `x-` first, and all bytes
    /// percent-encoded except the unreserved characters of RFC 3986 §2.3.
    ///
    /// An opaque URL is printed with the bytes of its ``opaquePart``.
    public var description: String {
        if let opaquePart { return Self.opaqueText(scheme, opaquePart) }
        return URLPrinter.print(
            scheme, authority, path, endsInSlash: endsInSlash, callbacks, source: source, reserved: reserved,
            parameters, fragment: fragment)
    }

    /// The canonical form without the query and the fragment.
    package var address: String {
        opaquePart.map { Self.opaqueText(scheme, $0) }
            ?? URLPrinter.address(scheme, authority, path, endsInSlash: endsInSlash)
    }

    /// Returns the ``description`` of a URL with these parts. Segments and names of parameters must not be empty.
    package static func printed(
        scheme: Scheme, authority: Authority, path: [String], endsInSlash: Bool, parameters: QueryParameters,
        callbacks: Callbacks, source: String?
    ) -> String {
        URLPrinter.print(
            scheme, authority, path, endsInSlash: endsInSlash, callbacks, source: source, reserved: nil, parameters,
            fragment: nil)
    }
}

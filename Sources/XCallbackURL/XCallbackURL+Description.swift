extension XCallbackURL: CustomStringConvertible {
    /// The URL in its canonical form: `scheme:///path`, parameters that begin with `x-` first, and all bytes
    /// percent-encoded except the unreserved characters of RFC 3986 §2.3.
    ///
    /// An opaque URL is printed with the bytes of its ``opaquePart``.
    public var description: String {
        if let opaquePart { return Self.opaqueText(scheme, opaquePart) }
        return URLPrinter.print(
            scheme, authority, path, endsInSlash: endsInSlash, parameters, callbacks, source: source,
            reserved: reserved, fragment: fragment)
    }

    /// The canonical form without the query and the fragment.
    package var address: String {
        if let opaquePart { return Self.opaqueText(scheme, opaquePart) }
        return String(
            decoding: URLPrinter.address(scheme, authority, path, endsInSlash: endsInSlash), as: UTF8.self)
    }
}

import QueryCoding

extension XCallbackURL: CustomStringConvertible {
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
            output += RawURL.escaping(fragment.utf8, where: ByteClass.isForbidden)
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

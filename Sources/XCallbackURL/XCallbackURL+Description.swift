import QueryCoding

extension XCallbackURL: CustomStringConvertible {
    /// The URL in its canonical form: `scheme:///path`, parameters that begin with `x-` first, and all bytes
    /// percent-encoded except the unreserved characters of RFC 3986 §2.3.
    public var description: String {
        var output: [UInt8] = []
        output.reserveCapacity(256)
        output += scheme.text.utf8
        output.append(UInt8(ascii: ":"))
        if authority != .none || !path.isEmpty || endsInSlash { output += "//".utf8 }
        switch authority {
        case .none: break
        case .xCallbackURL: output += "x-callback-url".utf8
        case .segment(let segment): PercentCoding.encode(segment, to: &output)
        case .host(let host): output += host.utf8
        }
        for segment in path {
            output.append(UInt8(ascii: "/"))
            PercentCoding.encode(segment, to: &output)
        }
        if endsInSlash { output.append(UInt8(ascii: "/")) }
        var mark = UInt8(ascii: "?")
        func print(_ name: String, _ value: String?) {
            output.append(mark)
            mark = UInt8(ascii: "&")
            QueryParameters.print(name, value, to: &output)
        }
        if let source { print("x-source", source) }
        for kind in CallbackKind.allCases {
            if let url = callbacks[kind] { print(kind.parameterName, url.text) }
        }
        for parameter in reserved.elements { print(parameter.name, parameter.value) }
        for parameter in parameters.elements { print(parameter.name, parameter.value) }
        if let fragment {
            output.append(UInt8(ascii: "#"))
            PercentCoding.encode(fragment, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }
}

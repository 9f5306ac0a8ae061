import QueryCoding

extension XCallbackURL: CustomStringConvertible {
    /// The URL in its canonical form: `scheme:///path`, parameters that begin with `x-` first, and all bytes
    /// percent-encoded except the unreserved characters of RFC 3986 §2.3.
    public var description: String { String(capacity: capacity) { print(to: &$0) } }

    /// The greatest length of the description.
    private var capacity: Int {
        var capacity =
            scheme.text.utf8.count + "://x-callback-url/#".utf8.count + parameters.capacity + reserved.capacity
        switch authority {
        case .none, .xCallbackURL: break
        case .segment(let text), .host(let text): capacity += PercentCoding.capacity(of: text)
        }
        for segment in path { capacity += 1 + PercentCoding.capacity(of: segment) }
        for kind in CallbackKind.allCases {
            if let url = callbacks[kind] { capacity += QueryParameters.capacity(kind.parameterName, url.text) }
        }
        if let source { capacity += QueryParameters.capacity(Self.sourceName, source) }
        return capacity + (fragment.map { PercentCoding.capacity(of: $0) } ?? 0)
    }

    private static let sourceName = "x-source"

    private func print(to output: inout OutputSpan<UInt8>) {
        output.append(scheme.text)
        output.append(UInt8(ascii: ":"))
        switch authority {
        case .none: if !path.isEmpty || endsInSlash { output.append("//") }
        case .xCallbackURL: output.append("//x-callback-url")
        case .segment(let segment):
            output.append("//")
            PercentCoding.encode(segment, to: &output)
        case .host(let host):
            output.append("//")
            output.append(host)
        }
        for segment in path {
            output.append(UInt8(ascii: "/"))
            PercentCoding.encode(segment, to: &output)
        }
        if endsInSlash { output.append(UInt8(ascii: "/")) }
        var mark = UInt8(ascii: "?")
        func print(_ name: String, _ value: String?, to output: inout OutputSpan<UInt8>) {
            output.append(mark)
            mark = UInt8(ascii: "&")
            QueryParameters.print(name, value, to: &output)
        }
        if let source { print(Self.sourceName, source, to: &output) }
        for kind in CallbackKind.allCases {
            if let url = callbacks[kind] { print(kind.parameterName, url.text, to: &output) }
        }
        for parameter in reserved.elements { print(parameter.name, parameter.value, to: &output) }
        for parameter in parameters.elements { print(parameter.name, parameter.value, to: &output) }
        if let fragment {
            output.append(UInt8(ascii: "#"))
            PercentCoding.encode(fragment, to: &output)
        }
    }
}

package import QueryCoding

extension XCallbackURL: CustomStringConvertible {
    /// The URL in its canonical form: `scheme:///path`, parameters that begin with `x-` first, and all bytes
    /// percent-encoded except the unreserved characters of RFC 3986 §2.3.
    public var description: String { printed.text }

    /// The canonical form without the query and the fragment.
    package var address: String { String(capacity: addressCapacity) { printAddress(to: &$0) } }

    /// The ``description``, and the classes of the bytes of the URL's parameters.
    package var printed: (text: String, classes: ByteClass) {
        let caller = callerParameters
        var classes = ByteClass.none
        let capacity =
            addressCapacity + PercentCoding.capacity(of: caller) + PercentCoding.capacity(of: reserved)
            + PercentCoding.capacity(of: parameters) + (fragment.map { 1 + PercentCoding.capacity(of: $0) } ?? 0)
        let text = String(capacity: capacity) { classes = print(caller, to: &$0) }
        return (text, classes)
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

    /// The greatest length of the address.
    private var addressCapacity: Int {
        var capacity = scheme.text.utf8.count + "://x-callback-url/".utf8.count
        switch authority {
        case .none, .xCallbackURL: break
        case .segment(let text), .host(let text): capacity += PercentCoding.capacity(of: text)
        }
        for segment in path { capacity += 1 + PercentCoding.capacity(of: segment) }
        return capacity
    }

    private func printAddress(to output: inout OutputSpan<UInt8>) {
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
    }

    /// Returns the classes of the bytes of the parameters.
    private func print(_ caller: QueryParameters, to output: inout OutputSpan<UInt8>) -> ByteClass {
        printAddress(to: &output)
        var mark = UInt8(ascii: "?")
        func print(_ parameters: QueryParameters, to output: inout OutputSpan<UInt8>) -> ByteClass {
            guard !parameters.elements.isEmpty else { return .none }
            defer { mark = UInt8(ascii: "&") }
            return PercentCoding.encode(parameters, after: mark, to: &output)
        }
        let first = print(caller, to: &output).union(print(reserved, to: &output))
        let classes = first.union(print(parameters, to: &output))
        if let fragment {
            output.append(UInt8(ascii: "#"))
            PercentCoding.encode(fragment, to: &output)
        }
        return classes
    }
}

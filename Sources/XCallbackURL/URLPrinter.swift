import QueryCoding

/// Prints the parts of a URL. The parts are arguments, because a value of all parts would count a reference to each
/// part.
enum URLPrinter {
    /// Returns the canonical form of a URL, and the classes of the bytes of its parameters.
    /// - Parameter reserved: Other parameters, which precede the parameters of the action.
    static func print(
        _ scheme: Scheme, _ authority: Authority, _ path: [String], endsInSlash: Bool, _ callbacks: Callbacks,
        source: String?, reserved: QueryParameters?, _ parameters: QueryParameters, fragment: String?
    ) -> (text: String, classes: ByteClass) {
        // Most URLs have neither a source nor callbacks.
        let caller = source == nil && callbacks.isEmpty ? nil : callerParameters(callbacks, source)
        var capacity = capacity(of: scheme, authority, path) + PercentCoding.capacity(of: parameters)
        if let caller { capacity += PercentCoding.capacity(of: caller) }
        if let reserved { capacity += PercentCoding.capacity(of: reserved) }
        if let fragment { capacity += 1 + PercentCoding.capacity(of: fragment) }
        var classes = ByteClass.none
        let text = String(capacity: capacity) { output in
            printAddress(scheme, authority, path, endsInSlash: endsInSlash, to: &output)
            var mark = UInt8(ascii: "?")
            if let caller { classes = classes.union(print(caller, after: &mark, to: &output)) }
            if let reserved { classes = classes.union(print(reserved, after: &mark, to: &output)) }
            classes = classes.union(print(parameters, after: &mark, to: &output))
            if let fragment {
                output.append(UInt8(ascii: "#"))
                for byte in RawURL.escaping(fragment.utf8, where: ByteClass.isForbidden) { output.append(byte) }
            }
        }
        return (text, classes)
    }

    /// Returns the canonical form of a URL without its query and its fragment.
    static func address(_ scheme: Scheme, _ authority: Authority, _ path: [String], endsInSlash: Bool) -> String {
        String(capacity: capacity(of: scheme, authority, path)) {
            printAddress(scheme, authority, path, endsInSlash: endsInSlash, to: &$0)
        }
    }

    private static func print(
        _ parameters: QueryParameters, after mark: inout UInt8, to output: inout OutputSpan<UInt8>
    ) -> ByteClass {
        guard !parameters.elements.isEmpty else { return .none }
        defer { mark = UInt8(ascii: "&") }
        return PercentCoding.encode(parameters, after: mark, to: &output)
    }

    /// The source and the callbacks.
    private static func callerParameters(_ callbacks: Callbacks, _ source: String?) -> QueryParameters {
        var list = QueryParameters()
        if let source { list.elements.append(QueryParameter("x-source", source)) }
        for kind in CallbackKind.allCases {
            if let url = callbacks[kind] { list.elements.append(QueryParameter(kind.parameterName, url.text)) }
        }
        return list
    }

    /// The maximum length of the address.
    private static func capacity(of scheme: Scheme, _ authority: Authority, _ path: [String]) -> Int {
        var capacity = scheme.text.utf8.count + "://x-callback-url/".utf8.count
        switch authority {
        case .none, .xCallbackURL: break
        case .segment(let text), .host(let text): capacity += PercentCoding.capacity(of: text)
        }
        let segments = path.span
        for index in segments.indices { capacity += 1 + PercentCoding.capacity(of: segments[index]) }
        return capacity
    }

    private static func printAddress(
        _ scheme: Scheme, _ authority: Authority, _ path: [String], endsInSlash: Bool,
        to output: inout OutputSpan<UInt8>
    ) {
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
        let segments = path.span
        for index in segments.indices {
            output.append(UInt8(ascii: "/"))
            PercentCoding.encode(segments[index], to: &output)
        }
        if endsInSlash { output.append(UInt8(ascii: "/")) }
    }
}

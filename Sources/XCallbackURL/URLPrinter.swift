package import QueryCoding

/// Prints the parts of a URL. The parts are arguments, because a value of all parts would count a reference to each
/// part.
package enum URLPrinter {
    /// Returns the canonical form of a URL.
    /// - Parameters:
    ///   - path: The segments, which must not be empty.
    ///   - parameters: The parameters of the action, whose names must not be empty.
    ///   - reserved: Other parameters, which precede the parameters of the action.
    package static func print(
        _ scheme: Scheme, _ authority: Authority, _ path: [String], endsInSlash: Bool, _ parameters: QueryParameters,
        _ callbacks: Callbacks, source: String?, reserved: QueryParameters? = nil, fragment: String? = nil
    ) -> String {
        var output = address(scheme, authority, path, endsInSlash: endsInSlash)
        var mark = UInt8(ascii: "?")
        // Most URLs have neither a source nor callbacks.
        let caller = source == nil && callbacks.isEmpty ? nil : callerParameters(callbacks, source)
        for case let list? in [caller, reserved, parameters] where !list.elements.isEmpty {
            PercentCoding.encode(list, after: mark, to: &output)
            mark = UInt8(ascii: "&")
        }
        if let fragment {
            output.append(UInt8(ascii: "#"))
            output += RawURL.escaping(fragment.utf8, where: ByteClass.isForbidden)
        }
        return String(decoding: output, as: UTF8.self)
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

    /// Returns the canonical form of a URL without its query and its fragment.
    static func address(
        _ scheme: Scheme, _ authority: Authority, _ path: [String], endsInSlash: Bool
    ) -> [UInt8] {
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
}

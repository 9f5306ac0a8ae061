import QueryCoding

extension XCallbackURL: CustomStringConvertible {
    /// The URL in its canonical form: `scheme:///path`, parameters that begin with `x-` first, and all bytes
    /// percent-encoded except the unreserved characters of RFC 3986 §2.3.
    public var description: String {
        var text = "\(scheme.text):"
        switch authority {
        case .none: text += path.isEmpty && !endsInSlash ? "" : "//"
        case .xCallbackURL: text += "//x-callback-url"
        case .segment(let segment): text += "//\(PercentCoding.encode(segment))"
        case .host(let host): text += "//\(host)"
        }
        for segment in path { text += "/\(PercentCoding.encode(segment))" }
        if endsInSlash { text += "/" }
        let query = queryText
        if !query.isEmpty { text += "?\(query)" }
        if let fragment { text += "#\(PercentCoding.encode(fragment))" }
        return text
    }

    private var queryText: String {
        var all: [QueryParameter] = []
        if let source { all.append(QueryParameter("x-source", source)) }
        for kind in CallbackKind.allCases {
            if let url = callbacks[kind] { all.append(QueryParameter(kind.parameterName, url.text)) }
        }
        return QueryParameters(all + reserved.elements + parameters.elements).queryText
    }
}

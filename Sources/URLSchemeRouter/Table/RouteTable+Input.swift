public import QueryCoding
public import XCallbackURL

extension RouteTable.Match {
    /// Returns the parameters for the handler's input: the parameters of the path, then the URL's parameters with other
    /// names.
    @inlinable package func input(_ url: XCallbackURL) -> QueryParameters {
        entry.pattern.hasParameters ? input(url, path: pathParameters) : url.parameters
    }

    /// Returns the parameters for the handler's input, with the segments of `{path**}` as numbered elements (`path.0`).
    /// Every strategy for arrays decodes this form without splitting the values.
    func numberedInput(_ url: XCallbackURL) -> QueryParameters {
        guard entry.pattern.hasParameters, case .rest(let name?) = entry.pattern.otherSegments.last else {
            return input(url)
        }
        var count = 0
        let path = pathParameters
        let numbered = path.elements.map { parameter in
            guard parameter.name.hasSameBytes(as: name), parameter.value != nil else { return parameter }
            defer { count += 1 }
            return QueryParameter("\(name).\(count)", parameter.value)
        }
        return input(url, path: QueryParameters(numbered))
    }

    @usableFromInline func input(_ url: XCallbackURL, path: QueryParameters) -> QueryParameters {
        guard !path.elements.isEmpty else { return url.parameters }
        let names = path.elements.map(\.name)
        return QueryParameters(path.elements + url.parameters.elements.filter { !$0.isCovered(by: names) })
    }
}

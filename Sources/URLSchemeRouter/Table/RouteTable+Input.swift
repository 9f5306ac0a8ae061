public import QueryCoding
public import XCallbackURL

extension RouteTable.Match {
    /// The path parameters of an opaque URL as the URL has them, not decoded; empty for any other URL.
    package var writtenParameters: QueryParameters {
        guard !isFallback, let part = url.opaquePart, let segment = url.path.first else { return [] }
        return entry.pattern.written(part, decoded: segment)
    }

    /// Returns the parameters for the handler's input: the parameters of the path, then the URL's parameters with other
    /// names.
    @inlinable package func input(_ url: XCallbackURL) -> QueryParameters {
        entry.pattern.hasParameters ? input(url, path: pathParameters) : url.parameters
    }

    /// Returns the parameters for the handler's input, with the segments of `{path**}` as numbered elements (`path.0`).
    /// Every strategy for arrays decodes this form without splitting the values.
    func numberedInput(_ url: XCallbackURL) -> QueryParameters {
        guard entry.pattern.hasParameters, case .rest(let name?) = entry.pattern.segments.last else {
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

extension RoutePattern {
    /// Returns the parameters of a segment in the form in which a URL has them.
    /// - Parameters:
    ///   - part: The segment as the URL has it.
    ///   - segment: The decoded segment.
    fileprivate func written(_ part: String, decoded segment: String) -> QueryParameters {
        switch segments.first {
        case .parameter(let name): return [QueryParameter(name, part)]
        case .composed(let pieces):
            var (rest, values) = (part.utf8[...], (pieces.match(segment) ?? [])[...])
            var parameters: [QueryParameter] = []
            for piece in pieces {
                switch piece {
                case .text(let text): _ = rest.removeFirst(decodedTo: text.utf8.count)
                case .parameter(let name, _):
                    let length = values.popFirst()?.utf8.count ?? 0
                    parameters.append(QueryParameter(name, String(rest.removeFirst(decodedTo: length))))
                }
            }
            return QueryParameters(parameters)
        default: return []
        }
    }
}

extension Substring.UTF8View {
    /// Removes and returns the bytes that decode to a number of bytes.
    fileprivate mutating func removeFirst(decodedTo count: Int) -> Substring {
        var end = startIndex
        for _ in 0..<count where end < endIndex {
            end = index(end, offsetBy: self[end] == UInt8(ascii: "%") ? 3 : 1, limitedBy: endIndex) ?? endIndex
        }
        defer { self = self[end...] }
        return Substring(self[..<end])
    }
}

import QueryCoding

extension URLParts {
    /// Returns the decoded segments of the path, without empty ones.
    borrowing func decodedSegments(_ utf8: Span<UInt8>) throws(XCallbackURLError) -> [String] {
        var segments: [String] = []
        guard !path.range.isEmpty else { return segments }
        segments.reserveCapacity(4)
        var start = path.range.lowerBound
        while start < path.range.upperBound {
            let rest = utf8.extracting(start..<path.range.upperBound)
            let end = start + (rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.count)
            if end > start { segments.append(try Self.decode(utf8, segment(start..<end, utf8), as: .path)) }
            start = end + 1
        }
        return segments
    }

    /// A segment of a clean path is clean; the bytes of any other must be looked at again.
    private func segment(_ range: Range<Int>, _ utf8: Span<UInt8>) -> Part {
        guard !path.isClean else { return Part(range: range, rawClasses: path.rawClasses, isClean: true) }
        let classes = ByteClass(of: utf8.extracting(range))
        return Part(range: range, rawClasses: classes.rawValue, isClean: classes.isDisjoint(with: .decoded))
    }

    /// Returns the decoded parameters. Throws `tooManyParameters` if there are more than `limit`.
    func decodedParameters(
        _ utf8: Span<UInt8>, plusAsSpace: Bool, limit: Int
    ) throws(XCallbackURLError) -> QueryParameters {
        guard pairs.count <= limit else { throw .tooManyParameters(limit: limit) }
        var parameters: [QueryParameter] = []
        parameters.reserveCapacity(pairs.count)
        for pair in pairs { parameters.append(try Self.decode(utf8, pair, plusAsSpace: plusAsSpace)) }
        return QueryParameters(parameters)
    }

    /// Returns the decoded parameter of a pair.
    static func decode(
        _ utf8: Span<UInt8>, _ pair: Pair, plusAsSpace: Bool
    ) throws(XCallbackURLError) -> QueryParameter {
        let name = try decode(utf8, pair.name, as: .parameterName, plusAsSpace: plusAsSpace)
        guard let value = pair.value else { return QueryParameter(name, nil) }
        return QueryParameter(name, try decode(utf8, value, as: .parameter(name), plusAsSpace: plusAsSpace))
    }

    /// Returns the decoded text of a part.
    @inline(__always)
    static func decode(
        _ utf8: Span<UInt8>, _ part: Part, as name: @autoclosure () -> URLPart, plusAsSpace: Bool = false
    ) throws(XCallbackURLError) -> String {
        let bytes = utf8.extracting(part.range)
        guard plusAsSpace || !part.isClean else { return String(decoding: bytes) }
        do {
            return try PercentCoding.decode(bytes, part.classes, plusAsSpace: plusAsSpace)
        } catch {
            throw .undecodable(name(), error)
        }
    }

    /// Throws the error that decoding the path, the query or the fragment would throw, pairs without a name among them:
    /// they are ignored, but leave with the URL.
    func check(_ utf8: Span<UInt8>) throws(XCallbackURLError) {
        _ = try Self.decode(utf8, path, as: .path)
        for pair in pairs { _ = try Self.decode(utf8, pair, plusAsSpace: false) }
        for value in namelessValues { _ = try Self.decode(utf8, value, as: .parameter("")) }
        if let fragment { _ = try Self.decode(utf8, fragment, as: .fragment) }
    }
}

extension URLParts.Pair {
    /// Calls a closure with the bytes of the decoded name; nil if it cannot be decoded. Decodes only names that contain a
    /// percent escape.
    @inline(__always)
    func withDecodedName<Result>(_ utf8: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard !name.isClean else { return body(utf8.extracting(name.range)) }
        var text = try? URLParts.decode(utf8, name, as: .parameterName)
        return text?.withUTF8 { body($0.span) }
    }
}

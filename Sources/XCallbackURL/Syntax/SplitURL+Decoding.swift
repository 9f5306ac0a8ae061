import QueryCoding

extension SplitURL {
    /// Returns whether the path ends in a slash.
    func endsInSlash(_ utf8: Span<UInt8>) -> Bool {
        !path.range.isEmpty && utf8[path.range.upperBound - 1] == UInt8(ascii: "/")
    }

    /// Returns the scheme in lower case.
    borrowing func scheme(_ utf8: Span<UInt8>) -> Scheme {
        Scheme(checked: utf8.extracting(first: scheme.length), isLowered: scheme.isLowered)
    }

    /// Returns the decoded segments of the path that are not empty.
    borrowing func decodedSegments(_ utf8: Span<UInt8>) throws(XCallbackURLError) -> [String] {
        guard !path.range.isEmpty else { return [] }
        var segments: [String] = []
        segments.reserveCapacity(4)
        var place = path.range.lowerBound
        while let range = utf8.segment(from: place, to: path.range.upperBound) {
            segments.append(try Self.decode(utf8, segment(range, utf8), as: .path))
            place = range.upperBound
        }
        return segments
    }

    /// Returns a segment as a part. The bytes of a segment are classified again unless the whole path is clean.
    private func segment(_ range: Range<Int>, _ utf8: Span<UInt8>) -> Part {
        guard !path.isClean else { return Part(range: range, rawClasses: path.rawClasses) }
        return Part(range: range, rawClasses: ByteClass(of: utf8.extracting(range)).rawValue)
    }

    /// Returns the decoded parameters. Throws `tooManyParameters` for more than `limit` parameters.
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

    /// Throws the error that decoding the path, the query or the fragment would throw. The check includes pairs without
    /// a name: the parser ignores them, but they are part of the URL that is opened.
    func check(_ utf8: Span<UInt8>) throws(XCallbackURLError) {
        _ = try Self.decode(utf8, path, as: .path)
        for pair in pairs { _ = try Self.decode(utf8, pair, plusAsSpace: false) }
        for value in namelessValues { _ = try Self.decode(utf8, value, as: .parameter("")) }
        if let fragment { _ = try Self.decode(utf8, fragment, as: .fragment) }
    }
}

extension SplitURL.Role {
    /// Determines the role of a pair with this name, which is not empty. Decodes only a name that contains a percent
    /// escape.
    @inline(__always)
    init(_ name: SplitURL.Part, _ utf8: Span<UInt8>) {
        if !name.isClean {
            self = Self.ofEncoded(name, utf8)
        } else if utf8[name.range.lowerBound] != UInt8(ascii: "x") {
            self = .parameter
        } else {
            self = Self.of(utf8.extracting(name.range))
        }
    }

    private static func ofEncoded(_ name: SplitURL.Part, _ utf8: Span<UInt8>) -> Self {
        let text = try? SplitURL.decode(utf8, name, as: .parameterName)
        return text?.withBytes { of($0) } ?? .parameter
    }

    private static func of(_ name: Span<UInt8>) -> Self {
        switch name.count {
        case 7 where name.equals("x-error"): .callback(.error)
        case 8 where name.equals("x-cancel"): .callback(.cancel)
        case 8 where name.equals("x-source"): .source
        case 9 where name.equals("x-success"): .callback(.success)
        default: name.isReserved ? .reserved : .parameter
        }
    }
}

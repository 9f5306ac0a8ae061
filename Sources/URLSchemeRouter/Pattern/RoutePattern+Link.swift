package import QueryCoding

extension RoutePattern {
    /// Returns the path that this pattern matches with these parameters, and the remaining parameters for the query. A
    /// match of the path returns the same parameters.
    /// - Parameter query: The parameters in the form for the query; nil if both forms are equal.
    /// - Throws: A ``LinkError`` if a parameter is missing, reserved or cannot be in the path. The query is not
    ///   checked.
    package func path(
        with parameters: QueryParameters, query: QueryParameters? = nil
    ) throws(LinkError) -> LinkPath {
        var rest = query ?? parameters
        let hasOddName = parameters.elements.contains { $0.name.isEmpty || $0.isReserved }
        if hasOddName, parameters.elements.contains(where: \.isReserved) {
            throw .reservedNames(parameters.elements.filter(\.isReserved).map(\.name))
        }
        if hasOddName || query != nil { rest.elements.removeAll { $0.name.isEmpty } }
        var path = LinkPath(endsInSlash: endsInSlash, query: rest)
        var used: [String] = []
        for segment in segments {
            switch segment {
            case .literal(let text): path.segments.append(text)
            case .star: throw .unnamedSegment(pattern: text)
            // The rest may be empty if the path ends in a slash.
            case .rest(nil): path.endsInSlash = true
            case .parameter(let name):
                path.segments.append(try value(of: name, .text, in: parameters))
                used.append(name)
            case .composed(let pieces):
                path.segments.append(try composed(pieces, parameters))
                used += segment.names
            case .optional(let name, let type):
                // An empty value cannot be a segment, so it goes to the query, as any optional parameter may.
                guard case .value(let value) = parameters[name], !value.isEmpty else { continue }
                path.segments.append(try self.value(of: name, type, in: parameters))
                used.append(name)
            case .rest(let name?):
                let rest = try items(of: name, in: parameters)
                path.segments += rest
                if rest.isEmpty { path.endsInSlash = true }
                used.append(name)
            }
        }
        if !used.isEmpty { path.query.elements.removeAll { $0.isCovered(by: used) } }
        return path
    }

    /// Throws if a parameter of the query cannot be in any URL.
    func checkWritable(_ query: QueryParameters) throws(LinkError) {
        if let name = query.unwritableName { throw unwritable(query[name], name) }
    }

    /// Returns the value of a path parameter. The value must not be empty, because parsing ignores empty segments.
    private func value(
        of name: String, _ type: ParameterType, in parameters: QueryParameters
    ) throws(LinkError) -> String {
        guard case .value(let value) = parameters[name] else { throw .missingParameter(name, pattern: text) }
        guard !value.isEmpty else { throw refused(value, name, expected: "non-empty text") }
        guard type.accepts(value) else { throw refused(value, name, expected: type.expectation) }
        guard value.isWritable else { throw unwritable(.value(value), name) }
        return value
    }

    private func composed(_ pieces: [PatternSegment.Piece], _ parameters: QueryParameters) throws(LinkError) -> String {
        var segment = ""
        var values: [String] = []
        var names: [String] = []
        for piece in pieces {
            switch piece {
            case .text(let text): segment += text
            case .parameter(let name, let type):
                values.append(try value(of: name, type, in: parameters))
                names.append(name)
                segment += values.last ?? ""
            }
        }
        let parsed = pieces.match(segment) ?? []
        for (index, name) in names.enumerated()
        where index >= parsed.count || !parsed[index].hasSameBytes(as: values[index]) {
            throw refused(values[index], name, expected: "text that does not contain what follows it in the pattern")
        }
        return segment
    }

    private func items(of name: String, in parameters: QueryParameters) throws(LinkError) -> [String] {
        guard let items = parameters.items(of: name) else { throw .missingParameter(name, pattern: text) }
        var texts: [String] = []
        for item in items {
            guard case .text(let value, _) = item else { throw .missingParameter(item.path ?? name, pattern: text) }
            guard !value.isEmpty else { throw refused(value, name, expected: "non-empty texts") }
            guard value.isWritable else { throw unwritable(.value(value), name) }
            texts.append(value)
        }
        return texts
    }

    /// Returns the error for a text that would make a URL that no parser accepts. The error shows the text
    /// percent-encoded.
    private func unwritable(_ state: QueryParameters.State, _ name: String) -> LinkError {
        let value = if case .value(let value) = state { PercentCoding.encode(value) } else { "" }
        return refused(value, name, expected: "text without control characters, except tab, LF and CR")
    }

    private func refused(_ value: String, _ name: String, expected: String) -> LinkError {
        .refusedValue(value, parameter: name, pattern: text, expected: expected)
    }
}

extension QueryParameter {
    /// Whether the name begins with `x-`.
    fileprivate var isReserved: Bool {
        name.utf8.first == UInt8(ascii: "x") && name.utf8.dropFirst().first == UInt8(ascii: "-")
    }

    /// Whether the parameter has one of these names, or is an element or a member of such a parameter.
    func isCovered(by names: [String]) -> Bool {
        names.contains { name.hasSameBytes(as: $0) || name.hasSameBytes(as: "\($0)[]") || name.isBelow($0) }
    }
}

extension ParameterType {
    fileprivate var expectation: String {
        if case .expression(let pattern) = self {
            "text that matches /\(pattern)/"
        } else {
            "a value of type '\(name)'"
        }
    }
}

/// The path of a link, and the parameters that remain for its query.
package struct LinkPath: Sendable, Hashable {
    /// The decoded segments, each of which is not empty.
    package var segments: [String] = []
    /// Whether the path ends in a slash.
    package var endsInSlash = false
    /// The parameters that are not in the path and have a name, in the order of the input.
    package var query = QueryParameters()
}

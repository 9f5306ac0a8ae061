package import QueryCoding
import URLSchemeRouter
import XCallbackURL

extension InputField {
    /// Decodes the value from the parameters of a request; nil if the field is optional and absent. Throws the same
    /// error as the decoder of a typed handler.
    /// - Parameter fromOutside: Whether the request came by another socket than the control socket.
    package func decode(
        _ parameters: QueryParameters, fromOutside: Bool = false
    ) throws(QueryCodingError) -> QueryValue? {
        if isArray { return try decodeArray(parameters, fromOutside: fromOutside) }
        let reason: QueryCodingError.Reason
        switch parameters[name] {
        case .value(let text): return try decode(text, path: name, fromOutside: fromOutside)
        case .bare where type == .bool: return .bool(true)
        case .bare: reason = .valueNotFound
        case .absent: reason = .parameterNotFound
        }
        guard isRequired else { return defaultValue }
        throw QueryCodingError(reason, path: name, detail: type.expectation)
    }

    private func decodeArray(
        _ parameters: QueryParameters, fromOutside: Bool
    ) throws(QueryCodingError) -> QueryValue {
        guard let items = parameters.items(of: name) else { return defaultValue ?? .array([]) }
        var values: [QueryValue] = []
        for item in items {
            guard case .text(let text, _) = item else {
                throw QueryCodingError(.incorrectType, path: item.path ?? name, detail: type.expectation)
            }
            // A numbered element is an item, which is not split.
            let texts = item.path == nil ? separator?.items(of: text) ?? [text] : [text]
            guard separator == nil || values.count + texts.count <= ItemSeparator.maximumCount else {
                throw QueryCodingError(
                    .incorrectType, path: name, detail: "at most \(ItemSeparator.maximumCount) items")
            }
            for text in texts {
                let path = item.path ?? "\(name).\(values.count)"
                values.append(try decode(text, path: path, fromOutside: fromOutside))
            }
        }
        return .array(values)
    }

    /// Whether a request provides the field: with a value or, for an array, with an item.
    func isGiven(in parameters: QueryParameters) -> Bool {
        var field = self
        field.isOptional = true
        field.defaultValue = nil
        guard let value = try? field.decode(parameters) else { return false }
        return value != .array([])
    }

    /// Returns an absolute path that leads into the folder as a path relative to the folder; any other text unchanged. The
    /// longest prefix counts.
    private func relativePath(_ text: String) -> String {
        guard case .path(let folder) = type, text.utf8.first == UInt8(ascii: "/") else { return text }
        let own = PathPrefix(folder, leadingTo: folder, under: folder).map { [$0] } ?? []
        let prefix = (own + prefixes).filter { text.utf8.starts(with: $0.text.utf8) }
            .max { $0.text.utf8.count < $1.text.utf8.count }
        return prefix.map { $0.replacement + Substring(text.utf8.dropFirst($0.text.utf8.count)) } ?? text
    }

    private func decode(
        _ text: String, path: String, fromOutside: Bool
    ) throws(QueryCodingError) -> QueryValue {
        guard let value = type.read(relativePath(text)) else {
            // The folder is secret from callers on the desktop and agent sockets.
            var place = ""
            if case .path(let folder) = type, !fromOutside { place = ", beneath \(folder)" }
            throw refusal(of: text, at: path, type.demand(insteadOf: text) + place)
        }
        if type == .url, fromOutside, let fault = InputURL(text)?.faultFromOutside {
            throw refusal(of: text, at: path, fault)
        }
        if type == .url, let accepted = schemes.accepted(fromOutside: fromOutside),
            !accepted.contains(where: { $0 == Scheme(text.prefix { $0 != ":" }) })
        {
            let names = accepted.map(\.text).sorted().joined(separator: ", ")
            throw refusal(of: text, at: path, "must be a URL with one of the schemes \(names)")
        }
        return value
    }

    /// Whether a parameter of that name belongs to this field: `tags`, and for an array also `tags[]` and `tags.0`.
    package func takes(_ parameter: String) -> Bool {
        isArray ? parameter.isElement(ofArray: name) : parameter.hasSameBytes(as: name)
    }

    /// Returns the value of an output's member, with whole numbers as digits alone where the type is int; nil if the value
    /// does not have the type. A text is no number and no flag here, because the members are declared for readers that
    /// check them.
    package func outputValue(_ value: QueryValue) -> QueryValue? {
        guard isArray else { return type.outputValue(value) }
        guard let elements = value.elements else { return nil }
        let values = elements.compactMap(type.outputValue)
        return values.count == elements.count ? .array(values) : nil
    }

    /// A description of the values of an output's member, for error messages.
    package var outputExpectation: String {
        let single = type == .bool ? "true or false" : type.expectation
        return isArray ? "an array of values that are each \(single)" : single
    }

    /// The text that is shown in place of a secret.
    package static let secretMark = "<redacted>"

    /// The longest value in a message, in bytes. A longer value is left out completely: a reader could not see whether
    /// a part of it belongs to a secret. A value of several lines is left out too.
    private static let longestShown = 64

    /// Returns the error for a value. The detail of the error shows the value: `times = 99: at most 9`.
    /// - Parameters:
    ///   - path: The name of the parameter or of an array's item.
    ///   - demand: The requirement that the value does not meet, as in `must be one of low, high`.
    package func refusal(of text: String, at path: String? = nil, _ demand: String) -> QueryCodingError {
        let path = path ?? name
        return QueryCodingError(.incorrectType, path: path, detail: "\(path) = \(shown(text)): \(demand)")
    }

    private func shown(_ text: String) -> String {
        if isSecret { return Self.secretMark }
        let length = text.utf8.count
        let isLine = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        guard length <= Self.longestShown, isLine else { return "(\(length) bytes)" }
        // Quotes show where a text ends that is empty or has a blank at an end.
        return text.isEmpty || text.first?.isWhitespace == true || text.last?.isWhitespace == true
            ? "\"\(text)\"" : text
    }
}

extension InputType {
    /// Reads the whole text; nil if the text does not have this type.
    package func read(_ text: String) -> QueryValue? {
        switch self {
        case .string: .string(text)
        case .line: Self.isLine(text) ? .string(text) : nil
        case .matching(let pattern, let isLine):
            (!isLine || Self.isLine(text)) && pattern.matches(text) ? .string(text) : nil
        case .int(let min, let max):
            Int.read(text).flatMap { $0 < min ?? .min || $0 > max ?? .max ? nil : .integer($0) }
        case .number(let min, let max):
            Double.read(text).flatMap { number in
                number < min ?? -.infinity || number > max ?? .infinity ? nil : .number(DecimalText.normalized(text))
            }
        case .bool: Bool.read(text).map { .bool($0) }
        case .oneOf(let choices): choices.contains { $0.hasSameBytes(as: text) } ? .string(text) : nil
        case .path: Self.isPath(text.utf8) ? .string(text) : nil
        case .date: ScalarSyntax.isDate(text) ? .string(text) : nil
        case .uuid: ScalarSyntax.isUUID(text) ? .string(text) : nil
        case .url: InputURL(text).flatMap { $0.fault == nil ? .string(text) : nil }
        case .base64: ScalarSyntax.isBase64(text) ? .string(text) : nil
        }
    }

    /// A description of the texts of this type, for error messages.
    package var expectation: String {
        switch self {
        case .string: "a text"
        case .line: "one line of text"
        case .matching(let pattern, let isLine): "\(isLine ? "one line" : "a text") that matches /\(pattern)/"
        case .int(let min, let max): "a whole number\(Self.range(min.map { "\($0)" }, max.map { "\($0)" }))"
        case .number(let min, let max):
            "a decimal number\(Self.range(min.map(DecimalText.short), max.map(DecimalText.short)))"
        case .bool: Bool.expectation
        case .oneOf(let choices): "one of \(choices.joined(separator: ", "))"
        case .path: "a path below the folder without empty segments, '.' or '..'"
        case .date: "an ISO 8601 date, such as 2027-01-31 or 2027-01-31T09:30:00Z"
        case .uuid: "a UUID, such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        case .url: "an absolute URL"
        case .base64: "base64 or base64url"
        }
    }

    /// The limit that a number exceeds; for any other text, the description of the type.
    fileprivate func demand(insteadOf text: String) -> String {
        switch self {
        case .int(let min?, _) where Int.read(text).map { $0 < min } ?? false: "at least \(min)"
        case .int(_, let max?) where Int.read(text).map { $0 > max } ?? false: "at most \(max)"
        case .number(let min?, _) where Double.read(text).map { $0 < min } ?? false:
            "at least \(DecimalText.short(min))"
        case .number(_, let max?) where Double.read(text).map { $0 > max } ?? false: "at most \(DecimalText.short(max))"
        case .url: InputURL(text)?.fault ?? "must be \(expectation)"
        default: "must be \(expectation)"
        }
    }

    private static func range(_ min: String?, _ max: String?) -> String {
        switch (min, max) {
        case (let min?, let max?): " from \(min) to \(max)"
        case (let min?, nil): " of at least \(min)"
        case (nil, let max?): " of at most \(max)"
        case (nil, nil): ""
        }
    }

    private static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { character in
            switch character {
            case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": false
            default: true
            }
        }
    }

    /// Whether a text is a relative path without empty segments, `.` and `..`.
    static func isPath(_ text: some Collection<UInt8>) -> Bool {
        let segments = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.allSatisfy { segment in
            !segment.isEmpty && !segment.elementsEqual(".".utf8) && !segment.elementsEqual("..".utf8)
                && !segment.contains(0)
        }
    }

    fileprivate func outputValue(_ value: QueryValue) -> QueryValue? {
        switch (self, value) {
        case (.int, .number): value.wholeText.flatMap { read($0) }
        case (.number, .number(let text)): read(text).map { _ in value }
        case (.bool, .bool): value
        case (.int, _), (.number, _), (.bool, _): nil
        case (_, .string(let text)): read(text).map { _ in value }
        default: nil
        }
    }
}

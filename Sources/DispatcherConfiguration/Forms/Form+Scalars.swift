import QueryCoding

extension Form {
    /// A text that a function reads. The function returns nil for an invalid text.
    /// - Parameters:
    ///   - mayBeOther: Whether YAML may read such a text as a number or a flag.
    ///   - isShown: Whether the mistake shows the text.
    ///   - schema: The schema; nil for any text.
    ///   - words: The words to suggest for a similar text.
    static func text(
        _ expectation: String, mayBeOther: Bool = false, isShown: Bool = true,
        schema: @autoclosure @escaping @Sendable () -> QueryValue? = nil, words: [String] = [],
        _ parse: @escaping @Sendable (String) -> Value?
    ) -> Form {
        .located(expectation, mayBeOther: mayBeOther, schema: schema()) { text, context in
            if let value = parse(text.text) { return value }
            return isShown
                ? context.refuse(text, expectation, among: words)
                : context.mistake(text.location, "\(context.name) must be \(expectation)")
        }
    }

    /// A text that a function reads. The function reports the mistakes of the text itself.
    static func located(
        _ expectation: String, mayBeOther: Bool = false,
        schema: @autoclosure @escaping @Sendable () -> QueryValue? = nil,
        read: @escaping @Sendable (LocatedText, ValueContext) -> Value?
    ) -> Form {
        Form(expectation, schema: schema() ?? JSONSchema.scalar(mayBeOther: mayBeOther)) { node, context in
            node.text(context.name, context.diagnostics).flatMap { read($0, context) }
        }
    }

    /// One of the given words; each word means a value.
    static func words(_ values: KeyValuePairs<String, Value>) -> Form where Value: Sendable {
        let words = values.map(\.key)
        return .text(alternatives(words), schema: JSONSchema.word(words), words: words) { text in
            values.first { $0.key == text }?.value
        }
    }

    /// One of the words of an enumeration.
    static func word(of type: Value.Type) -> Form where Value: RawRepresentable<String> & CaseIterable & Sendable {
        let words = type.allCases.map(\.rawValue)
        return .text(alternatives(words), schema: JSONSchema.word(words), words: words) { Value(rawValue: $0) }
    }
}

extension Form<Bool> {
    static var flag: Form {
        // YAML before version 1.2 reads these words as flags too.
        .text(
            "true or false", schema: .record([("enum", [true, false, "on", "off", "yes", "no"])]),
            words: ["true", "false", "off", "on", "yes", "no"]
        ) { text in
            switch text {
            case "true", "on", "yes": true
            case "false", "off", "no": false
            default: nil
            }
        }
    }
}

extension Form<Duration> {
    static var duration: Form {
        let expectation = "a duration such as 500ms, 30s, 5m, 2h or 1d"
        return .located(expectation) { text, context in
            let meant = ["\(text.text)s"].filter { UnitText.duration($0) != nil }
            return UnitText.duration(text.text) ?? context.refuse(text, expectation, among: meant)
        }
    }
}

extension Form<Int> {
    static var size: Form { size(atLeast: 1, "1") }

    /// A number of bytes.
    /// - Parameter shown: The least number as a file writes it.
    static func size(atLeast least: Int, _ shown: String) -> Form {
        .located("a size such as 64KiB, 1MiB or 1GiB") { text, context in
            guard let size = UnitText.size(text.text) else {
                return context.refuse(text, "a size such as 64KiB, 1MiB or 1GiB")
            }
            guard size < least else { return size }
            return context.mistake(
                text.location, "\(context.name) must be at least \(shown), not '\(size) bytes'")
        }
    }

    /// A count. Counts have an upper bound because the daemon adds and multiplies them.
    static var count: Form { whole(in: 1...1_000_000) }
    static var countOrZero: Form { whole(in: 0...1_000_000) }

    static func whole(in range: ClosedRange<Int>) -> Form {
        .text(
            "a whole number from \(range.lowerBound) to \(range.upperBound)",
            schema: .record([
                ("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
            ])
        ) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Form<String> {
    /// Any text. Every scalar is a text.
    static var text: Form { .text("text", mayBeOther: true) { _ in true } }

    /// A text that a test accepts.
    static func text(
        _ expectation: String, mayBeOther: Bool = false, isShown: Bool = true,
        where isValid: @escaping @Sendable (String) -> Bool
    ) -> Form {
        .text(expectation, mayBeOther: mayBeOther, isShown: isShown) { isValid($0) ? $0 : nil }
    }
}

extension Form<LocatedText> {
    /// A text with its place, for a value that is checked when more of the file is known.
    static func raw(
        _ expectation: String, mayBeOther: Bool = false,
        schema: @autoclosure @escaping @Sendable () -> QueryValue? = nil,
        where isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Form {
        .located(expectation, mayBeOther: mayBeOther, schema: schema()) { text, context in
            isValid(text.text) ? text : context.refuse(text, expectation)
        }
    }
}

import QueryCoding

extension Form {
    /// A text that a function reads. The function returns nil for an invalid text.
    /// - Parameters:
    ///   - mayBeOther: Whether YAML may read such a text as a number or a flag.
    ///   - words: The words to suggest for a similar text.
    static func text(
        _ expectation: String, mayBeOther: Bool = false, words: [String] = [],
        _ parse: @escaping @Sendable (String) -> Value?
    ) -> Form {
        .located(expectation, mayBeOther: mayBeOther) { text, context in
            parse(text.text) ?? context.refuse(text, expectation, among: words)
        }
    }

    /// A text that a function reads. The function reports the mistakes of the text itself.
    static func located(
        _ expectation: String, mayBeOther: Bool = false,
        read: @escaping @Sendable (LocatedText, ValueContext) -> Value?
    ) -> Form {
        Form(expectation, schema: JSONSchema.scalar(mayBeOther: mayBeOther)) { node, context in
            node.text(context.name, context.diagnostics).flatMap { read($0, context) }
        }
    }

    /// One of the given words; each word means a value.
    static func words(_ values: KeyValuePairs<String, Value>) -> Form where Value: Sendable {
        .words(values.map(\.key), values.map(\.value))
    }

    /// One of the words of an enumeration.
    static func word(of type: Value.Type) -> Form where Value: RawRepresentable<String> & CaseIterable & Sendable {
        .words(type.allCases.map(\.rawValue), Array(type.allCases))
    }

    private static func words(_ words: [String], _ values: [Value]) -> Form where Value: Sendable {
        Form(alternatives(words), schema: JSONSchema.word(words)) { node, context in
            guard let text = node.text(context.name, context.diagnostics) else { return nil }
            return words.firstIndex(of: text.text).map { values[$0] }
                ?? context.refuse(text, alternatives(words), among: words)
        }
    }
}

extension Form<Bool> {
    static var flag: Form {
        // YAML before version 1.2 reads these words as flags too.
        let words = ["true", "false", "off", "on", "yes", "no"]
        return Form("true or false", schema: .record([("enum", [true, false, "on", "off", "yes", "no"])])) {
            node, context in
            guard let text = node.text(context.name, context.diagnostics) else { return nil }
            switch text.text {
            case "true", "on", "yes": return true
            case "false", "off", "no": return false
            default: return context.refuse(text, "true or false", among: words)
            }
        }
    }
}

extension Form<Duration> {
    static var duration: Form {
        .text("a duration such as 500ms, 30s, 5m, 2h or 1d") { UnitText.duration($0) }
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
        let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return Form(
            expectation,
            schema: .record([
                ("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound)),
            ])
        ) { node, context in
            guard let text = node.text(context.name, context.diagnostics) else { return nil }
            guard let number = Int(text.text), range.contains(number) else { return context.refuse(text, expectation) }
            return number
        }
    }
}

extension Form<String> {
    /// Any text. Every scalar is a text.
    static var text: Form { .text("text", mayBeOther: true) { _ in true } }

    /// A text that a test accepts.
    /// - Parameter isShown: Whether the mistake shows the text.
    static func text(
        _ expectation: String, mayBeOther: Bool = false, isShown: Bool = true,
        where isValid: @escaping @Sendable (String) -> Bool
    ) -> Form {
        Form<LocatedText>.raw(expectation, mayBeOther: mayBeOther, isShown: isShown, where: isValid).map(\.text)
    }
}

extension Form<LocatedText> {
    /// A text with its place, for a value that is checked when more of the file is known.
    static func raw(
        _ expectation: String, mayBeOther: Bool = false, isShown: Bool = true,
        where isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Form {
        .located(expectation, mayBeOther: mayBeOther) { text, context in
            if isValid(text.text) { return text }
            return isShown
                ? context.refuse(text, expectation)
                : context.mistake(text.location, "\(context.name) must be \(expectation)")
        }
    }
}

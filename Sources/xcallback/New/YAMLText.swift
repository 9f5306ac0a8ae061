import QueryCoding

/// Text of a routes file.
enum YAMLText {
    /// Returns a scalar in flow style: plain if every reader reads it back unchanged, else in quotes.
    static func scalar(_ text: String) -> String {
        // A reader of YAML 1.1 may read a text that begins with a digit as a date, and then refuse it.
        if text.wholeMatch(of: /[A-Za-z_.\/$][-A-Za-z0-9_.\/$=]*/) != nil { return text }
        // Control characters can only be written in double quotes. Characters past ASCII are written so, too.
        let isVisible = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value < 0x80 }
        return isVisible ? "'\(text.replacing("'", with: "''"))'" : QueryValue.string(text).json
    }

    /// Returns a value in flow style.
    static func flow(_ value: QueryValue) -> String {
        switch value {
        case .array(let items): "[\(items.map(flow).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(scalar($0.name)): \(flow($0.value))" }.joined(separator: ", "))}"
        case .string(let text): scalar(text)
        case .bool, .null, .number: value.json
        }
    }
}

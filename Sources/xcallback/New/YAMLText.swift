import QueryCoding

/// Text of a routes file.
enum YAMLText {
    /// Returns a scalar in flow style: plain if every reader reads it back unchanged, else in quotes.
    static func scalar(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "/"), UInt8(ascii: "$"), UInt8(ascii: "="):
                    true
                default: false
                }
            }
        if isPlain, !isOtherType(text) { return text }
        // Control characters can only be written in double quotes. Characters past ASCII are written so, too.
        let isVisible = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value < 0x80 }
        return isVisible
            ? "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
            : QueryValue.string(text).json
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

    /// Whether a reader of YAML 1.1 may read a plain text as a date, a number or another type, and then refuse the
    /// text.
    private static func isOtherType(_ text: String) -> Bool {
        let isDigit = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        return text == "=" || isDigit && text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}

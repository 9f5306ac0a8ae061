extension QueryValue {
    /// The elements of an array; nil for any other value.
    package var elements: [QueryValue]? { if case .array(let values) = self { values } else { nil } }

    /// The members of an object; nil for any other value.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The elements of an array of texts; nil for any other value.
    package var texts: [String]? {
        guard let elements else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// The value of a true or a false; nil for any other value.
    package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The number, if it is whole; nil for any other value.
    package func whole<Number: FixedWidthInteger>(_ type: Number.Type = Int.self) -> Number? {
        wholeText.flatMap { Number($0) }
    }

    /// The digits of a whole number, however JSON writes it: `2` for `2.0` and `200` for `2e2`. Nil for any other value.
    package var wholeText: String? {
        guard case .number(let text) = self else { return nil }
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let digits = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        // The exponent is limited so that a short text does not become a long one. No integer has more digits.
        guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, 0...19 ~= exponent else { return nil }
        let fraction = digits.count > 1 ? digits[1] : ""
        guard fraction.dropFirst(exponent).allSatisfy({ $0 == "0" }) else { return nil }
        let moved = fraction.prefix(exponent)
        return digits[0] + moved + String(repeating: "0", count: exponent - moved.count)
    }

    /// The value with each number that is whole written with digits alone, also in arrays.
    package var withWholeNumbers: QueryValue {
        switch self {
        case .number: wholeText.map { .number($0) } ?? self
        case .array(let values): .array(values.map(\.withWholeNumbers))
        case .null, .bool, .string, .object: self
        }
    }
}

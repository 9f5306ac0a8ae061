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

    /// The number, if it has no fraction and no exponent; nil for any other value.
    package func whole<Number: FixedWidthInteger>(_ type: Number.Type = Int.self) -> Number? {
        if case .number(let text) = self { Number(text) } else { nil }
    }
}

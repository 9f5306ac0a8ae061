package import QueryCoding

extension InputField {
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
}

extension InputType {
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

extension QueryParameters {
    /// An array of names and values, in order; the value of a bare parameter is null.
    package var pairs: QueryValue {
        .array(elements.map { .array([.string($0.name), $0.value.map { .string($0) } ?? .null]) })
    }

    /// Returns an object with each name once, in the order of first occurrence; a repeated name becomes an array.
    /// - Parameter bare: The value of a parameter without one.
    package func grouped(bare: QueryValue) -> QueryValue {
        var names = NameList()
        var members: [QueryValue.Member] = []
        members.reserveCapacity(elements.count)
        for parameter in elements {
            let value = parameter.value.map { QueryValue.string($0) } ?? bare
            let (position, isNew) = names.add(parameter.name)
            if isNew {
                members.append(QueryValue.Member(parameter.name, value))
            } else {
                members[position].value.append(value)
            }
        }
        return .object(members)
    }
}

extension QueryValue {
    /// Appends a value in place; a value that is not an array becomes one.
    fileprivate mutating func append(_ value: QueryValue) {
        guard case .array(var values) = self else { return self = .array([self, value]) }
        // The array must have one owner, or it is copied.
        self = .null
        values.append(value)
        self = .array(values)
    }
}

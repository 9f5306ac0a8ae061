extension QueryParameters {
    /// Returns an object with each name once, in the order of first occurrence; a repeated name becomes an array.
    /// - Parameter bare: The value for a parameter without a value.
    package func grouped(bare: QueryValue) -> QueryValue {
        var members: [QueryValue.Member] = []
        members.reserveCapacity(elements.count)
        var positions: [ByteText: Int] = [:]
        // The elements of a span are read in place, so that no reference is counted.
        let elements = elements.span
        for index in elements.indices {
            let value = elements[index].value.map { QueryValue.string($0) } ?? bare
            let name = elements[index].name
            if let position = positions[ByteText(name)] {
                members[position].value.append(value)
            } else {
                positions[ByteText(name)] = members.count
                members.append(QueryValue.Member(name, value))
            }
        }
        return .object(members)
    }
}

extension QueryValue {
    /// Appends a value in place; a value that is not an array first becomes an array.
    fileprivate mutating func append(_ value: QueryValue) {
        guard case .array(var values) = self else { return self = .array([self, value]) }
        // The array must have one owner, because otherwise it is copied.
        self = .null
        values.append(value)
        self = .array(values)
    }
}

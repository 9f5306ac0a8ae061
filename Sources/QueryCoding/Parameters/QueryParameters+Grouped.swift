extension QueryParameters {
    /// Returns an object with each name once, in the order of first occurrence; a repeated name becomes an array.
    /// - Parameter bare: The value for a parameter without a value.
    package func grouped(bare: QueryValue) -> QueryValue {
        var members: [QueryValue.Member] = []
        members.reserveCapacity(elements.count)
        var names = NameList()
        // A few names are compared with the members directly.
        let needsNames = elements.count > NameList.few
        // The elements of a span are read in place, so that no reference is counted.
        let elements = elements.span
        for index in elements.indices {
            let value = elements[index].value.map { QueryValue.string($0) } ?? bare
            let name = elements[index].name
            let position = needsNames ? names.add(name).position : Self.position(of: name, in: members)
            if position == members.count {
                members.append(QueryValue.Member(name, value))
            } else {
                members[position].value.append(value)
            }
        }
        return .object(members)
    }

    /// Returns the position of a name, or the number of members if no member has the name.
    private static func position(of name: String, in members: [QueryValue.Member]) -> Int {
        for position in members.indices where members[position].name.hasSameBytes(as: name) { return position }
        return members.count
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

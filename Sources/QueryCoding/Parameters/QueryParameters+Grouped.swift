extension QueryParameters {
    /// Returns an object with each name once, in the order of first occurrence; a repeated name becomes an array.
    /// - Parameter bare: The value of a parameter without one.
    package func grouped(bare: QueryValue) -> QueryValue {
        var members: [QueryValue.Member] = []
        var positions: [[UInt8]: Int] = [:]
        for parameter in elements {
            let value = parameter.value.map { .string($0) } ?? bare
            let key = Array(parameter.name.utf8)
            guard let position = positions[key] else {
                positions[key] = members.count
                members.append(QueryValue.Member(parameter.name, value))
                continue
            }
            if case .array(let values) = members[position].value {
                members[position].value = .array(values + [value])
            } else {
                members[position].value = .array([members[position].value, value])
            }
        }
        return .object(members)
    }
}

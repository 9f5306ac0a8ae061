extension QueryParameters {
    /// An object with each name once, in the order of its first use; a name that repeats is an array.
    /// - Parameter bare: What stands for a parameter without a value.
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

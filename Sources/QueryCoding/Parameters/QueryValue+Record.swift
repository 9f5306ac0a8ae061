extension QueryValue {
    /// Makes an object of the members whose values are not nil.
    package static func record(_ members: [(String, QueryValue?)]) -> QueryValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// Makes an object of the members whose values are not nil.
    package static func record<Name: RawRepresentable<String>>(_ members: [(Name, QueryValue?)]) -> QueryValue {
        var record: [Member] = []
        // By index: the methods of sequences look up the conformances of a generic element at run time, which would
        // take longer than all other work of the client before it sends.
        for index in members.indices {
            if let value = members[index].1 { record.append(Member(members[index].0.rawValue, value)) }
        }
        return .object(record)
    }
}

import QueryCoding

extension QueryValue {
    /// The elements of an array; empty for any other value.
    var elements: [QueryValue] { if case .array(let values) = self { values } else { [] } }

    /// The members of an object; empty for any other value.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

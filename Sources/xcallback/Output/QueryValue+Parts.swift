import QueryCoding

extension QueryValue {
    /// The elements of an array; none of anything else.
    var elements: [QueryValue] { if case .array(let values) = self { values } else { [] } }

    /// The members of an object; none of anything else.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }
}

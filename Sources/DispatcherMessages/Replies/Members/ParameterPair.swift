import QueryCoding

/// A parameter as a pair of name and value. The value of a bare name is null: `["draft",null]`.
package struct ParameterPair: Codable, Sendable, Hashable {
    package let name: String
    package let value: String?

    package init(name: String, value: String?) {
        self.name = name
        self.value = value
    }

    package init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder).value
        guard case .array(let pair) = value, pair.count == 2, let name = pair[0].string,
            pair[1] == .null || pair[1].string != nil
        else { throw MessageError("must be a pair of a name and a value", at: decoder.codingPath) }
        self.init(name: name, value: pair[1].string)
    }

    package func encode(to encoder: any Encoder) throws { try [name, value].encode(to: encoder) }
}

package import QueryCoding

/// A member that may be any object.
package struct JSONObject: Codable, Sendable, Hashable {
    package let value: QueryValue

    package init(_ value: QueryValue) { self.value = value }

    package init(from decoder: any Decoder) throws {
        value = try JSONValue(from: decoder).value
        guard value.members != nil else { throw MessageError("must be an object", at: decoder.codingPath) }
    }

    package func encode(to encoder: any Encoder) throws { try JSONValue(value).encode(to: encoder) }
}

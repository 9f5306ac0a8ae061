package import QueryCoding

/// A member that may be any value. `QueryValue` has no such conformance, because it cannot be decoded from the
/// parameters of a URL.
package struct JSONValue: Codable, Sendable, Hashable {
    package let value: QueryValue

    package init(_ value: QueryValue) { self.value = value }

    /// Copies the value unchanged.
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? MessageDecoder else {
            throw MessageError("is not part of a reply", at: decoder.codingPath)
        }
        value = decoder.value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

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

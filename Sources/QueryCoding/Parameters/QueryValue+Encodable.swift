extension QueryValue: Encodable {
    /// Encodes the tree; a number that is not a 64-bit integer becomes a `Double`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .number(let text):
            if let whole = Int64(text) {
                try whole.encode(to: encoder)
            } else {
                try (Double(text) ?? 0).encode(to: encoder)
            }
        case .string(let text): try text.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: MemberKey.self)
            for member in members { try container.encode(member.value, forKey: MemberKey(stringValue: member.name)) }
        }
    }
}

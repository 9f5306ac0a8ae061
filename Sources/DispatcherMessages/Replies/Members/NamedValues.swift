import QueryCoding

/// An object with arbitrary names. The members keep their order.
package struct NamedValues<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: Value
    }

    package var members: [Member]

    package init(_ members: [(name: String, value: Value)]) { self.members = members.map(Member.init) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberKey.self)
        members = try container.allKeys.map { key in
            Member(name: key.stringValue, value: try container.decode(Value.self, forKey: key))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberKey.self)
        for member in members { try container.encode(member.value, forKey: MemberKey(stringValue: member.name)) }
    }
}

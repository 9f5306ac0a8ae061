package import QueryCoding

/// A reply of the daemon. It is written and read as JSON through its `Codable` conformance: its properties are the members,
/// in their order, and nil is left out.
package protocol Reply: Decodable, Sendable, Hashable {
    var value: QueryValue { get }
}

extension Reply {
    package init(_ value: QueryValue) throws(ReplyError) {
        do {
            self = try ReplyDecoder(value: value, codingPath: []).decode(Self.self)
        } catch {
            throw error as? ReplyError ?? ReplyError("cannot be read: \(error)")
        }
    }
}

extension Reply where Self: Encodable {
    package var value: QueryValue {
        do {
            return try QueryEncoder().value(of: self)
        } catch {
            // Only a number that is not finite or a date cannot be encoded, and no reply has one.
            preconditionFailure("\(Self.self): \(error)")
        }
    }
}

package import QueryCoding

/// A reply of the daemon, written and read as JSON through its `Codable` conformance: each property is a member, in the
/// order of declaration, and nil is left out.
package protocol Reply: Decodable, Sendable, Hashable {
    var value: QueryValue { get }
}

extension Reply {
    package init(_ value: QueryValue) throws(MessageError) {
        do {
            self = try value.decoded(as: Self.self)
        } catch {
            throw error as? MessageError ?? MessageError("cannot be read: \(error)")
        }
    }
}

extension Reply where Self: Encodable {
    package var value: QueryValue { .message(self) }
}

extension QueryValue {
    /// Returns a message as JSON.
    static func message(_ message: some Encodable) -> QueryValue {
        do {
            return try QueryEncoder().value(of: message)
        } catch {
            // Only a non-finite number or a date cannot be encoded, and no message contains either.
            preconditionFailure("\(type(of: message)): \(error)")
        }
    }
}

package import QueryCoding
package import RequestRecord

/// A method of the sockets, after JSON-RPC 2.0. The daemon and its clients share this declaration.
package protocol Method: Sendable {
    associatedtype Parameters: MethodParameters = NoMembers
    associatedtype Result: Reply = OutcomeReply

    static var name: String { get }
    /// The sockets that offer the method.
    static var sockets: Set<Door> { get }
}

extension Method {
    package static var sockets: Set<Door> { [.control] }
}

/// The parameters of a method, written and read as JSON through their `Codable` conformance: each property is a member,
/// and nil is left out.
package protocol MethodParameters: Codable, Sendable {
    init()
}

extension MethodParameters {
    /// Throws for a member that is unknown, missing or of another type.
    package init(_ value: QueryValue) throws(RPCError) {
        do {
            self = try MessageDecoder(value: value, isStrict: true).decode(Self.self)
        } catch {
            throw RPCError(.invalidParameters, "\(error)")
        }
    }

    package var value: QueryValue { .message(self) }
}

/// The parameters of a method about one thing, named by its id.
package struct IDParameters: MethodParameters {
    package var id = ""

    package init() {}
}

/// An object without members: the parameters of a method without parameters, and a reply without content.
package struct NoMembers: MethodParameters, Reply {
    private enum CodingKeys: CodingKey {}

    package init() {}

    /// Written by hand, because the synthesized initializer would not read the members.
    package init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }

    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }

    package var value: QueryValue { .object([]) }
}

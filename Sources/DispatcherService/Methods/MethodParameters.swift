import DispatcherMessages
import QueryCoding

/// The parameters of a method, each of which must be known and of its type.
struct MethodParameters {
    private var members: [QueryValue.Member]

    init(_ value: QueryValue) {
        if case .object(let members) = value { self.members = members } else { members = [] }
    }

    private mutating func take(_ name: String) -> QueryValue? {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        return members.remove(at: index).value
    }

    mutating func text(_ name: String) throws(RPCError) -> String {
        guard let text = try optionalText(name) else { throw RPCError(.invalidParameters, "'\(name)' is missing") }
        return text
    }

    mutating func optionalText(_ name: String) throws(RPCError) -> String? {
        guard let value = take(name) else { return nil }
        guard let text = value.string else { throw RPCError(.invalidParameters, "'\(name)' must be text") }
        return text
    }

    mutating func bool(_ name: String) throws(RPCError) -> Bool {
        guard let bool = try optionalBool(name) else { throw RPCError(.invalidParameters, "'\(name)' is missing") }
        return bool
    }

    mutating func optionalBool(_ name: String) throws(RPCError) -> Bool? {
        guard let value = take(name) else { return nil }
        guard case .bool(let bool) = value else {
            throw RPCError(.invalidParameters, "'\(name)' must be true or false")
        }
        return bool
    }

    mutating func optionalTexts(_ name: String) throws(RPCError) -> [String: String] {
        guard let value = take(name) else { return [:] }
        guard case .object(let members) = value else {
            throw RPCError(.invalidParameters, "'\(name)' must be an object of texts")
        }
        var texts: [String: String] = [:]
        for member in members {
            guard let text = member.value.string else {
                throw RPCError(.invalidParameters, "'\(name)' must be an object of texts")
            }
            texts[member.name] = text
        }
        return texts
    }

    /// Refuses what nobody asked for.
    func finish() throws(RPCError) {
        guard let unknown = members.first else { return }
        throw RPCError(.invalidParameters, "unknown parameter '\(Printable.line(unknown.name, limit: 64))'")
    }
}

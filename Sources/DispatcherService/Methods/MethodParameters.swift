import DispatcherMessages
import QueryCoding
import XCallbackURL

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

    /// A number from zero on, without a fraction.
    mutating func optionalWhole(_ name: String) throws(RPCError) -> Int? {
        guard let value = take(name) else { return nil }
        guard case .number(let text) = value, let number = Int(text), number >= 0 else {
            throw RPCError(.invalidParameters, "'\(name)' must be a whole number")
        }
        return number
    }

    /// Where to follow from: `.some(nil)` for now; nil for not at all.
    mutating func optionalCursor(_ name: String) throws(RPCError) -> Int64?? {
        guard let value = take(name) else { return nil }
        switch value {
        case .bool(false): return nil
        case .bool(true): return .some(nil)
        case .number(let text):
            guard let cursor = Int64(text), cursor >= 0 else { break }
            return .some(cursor)
        default: break
        }
        throw RPCError(.invalidParameters, "'\(name)' must be true, or the cursor of an answer")
    }

    /// A number of seconds, or a text with a unit.
    mutating func optionalDuration(_ name: String) throws(RPCError) -> Duration? {
        guard let value = take(name) else { return nil }
        guard let duration = value.text.flatMap({ Duration(text: $0) }) else {
            throw RPCError(.invalidParameters, "'\(name)' must be \(Duration.textExpectation)")
        }
        return duration
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

    mutating func optionalObject(_ name: String) throws(RPCError) -> QueryValue {
        guard let value = take(name) else { return .object([]) }
        guard case .object = value else { throw RPCError(.invalidParameters, "'\(name)' must be an object") }
        return value
    }

    mutating func array(_ name: String) throws(RPCError) -> [QueryValue] {
        guard let value = take(name) else { throw RPCError(.invalidParameters, "'\(name)' is missing") }
        guard case .array(let values) = value else { throw RPCError(.invalidParameters, "'\(name)' must be an array") }
        return values
    }

    mutating func optionalTextList(_ name: String) throws(RPCError) -> [String]? {
        guard let value = take(name) else { return nil }
        guard case .array(let values) = value, values.allSatisfy({ $0.string != nil }) else {
            throw RPCError(.invalidParameters, "'\(name)' must be an array of texts")
        }
        return values.compactMap(\.string)
    }

    /// A text, or several.
    mutating func textOrTexts(_ name: String) throws(RPCError) -> [String] {
        if let index = members.firstIndex(where: { $0.name == name }), case .array = members[index].value {
            return try optionalTextList(name) ?? []
        }
        return [try text(name)]
    }

    /// A whole number from 1 on.
    mutating func optionalCount(_ name: String) throws(RPCError) -> Int? {
        guard let value = take(name) else { return nil }
        guard case .number(let text) = value, let count = Int(text), (1...100_000).contains(count) else {
            throw RPCError(.invalidParameters, "'\(name)' must be a whole number from 1 to 100000")
        }
        return count
    }

    /// `{"success": "app:done"}`, or under the names that a URL has for them.
    mutating func optionalCallbacks(_ name: String) throws(RPCError) -> Callbacks {
        var callbacks = Callbacks()
        for (key, text) in try optionalTexts(name) {
            guard let kind = CallbackKind.allCases.first(where: { $0.rawValue == key || $0.parameterName == key })
            else {
                throw RPCError(
                    .invalidParameters,
                    "'\(name)' takes success, error and cancel, not '\(Printable.line(key, limit: 64))'")
            }
            do {
                callbacks[kind] = try CallbackURL(text)
            } catch {
                throw RPCError(.invalidParameters, "\(kind.parameterName): \(error)")
            }
        }
        return callbacks
    }

    /// Refuses what nobody asked for.
    func finish() throws(RPCError) {
        guard let unknown = members.first else { return }
        throw RPCError(.invalidParameters, "unknown parameter '\(Printable.line(unknown.name, limit: 64))'")
    }
}

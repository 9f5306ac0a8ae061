import DispatcherMessages
import QueryCoding
import XCallbackURL

/// The parameters of a method.
typealias MethodParameters = ParameterReader<ParameterName>

/// Reads named values, each of which must be known and of its type.
struct ParameterReader<Name: RawRepresentable<String>> {
    private var members: [QueryValue.Member]

    init(_ value: QueryValue) { members = value.members ?? [] }

    private mutating func take(_ name: Name) -> QueryValue? {
        members.firstIndex { $0.name == name.rawValue }.map { members.remove(at: $0).value }
    }

    /// Reads a parameter; nil if there is none.
    /// - Parameter read: Returns nil for a value that is not as expected.
    private mutating func optional<Value>(
        _ name: Name, _ expectation: String, _ read: (QueryValue) -> Value?
    ) throws(RPCError) -> Value? {
        guard let value = take(name) else { return nil }
        if let part = read(value) { return part }
        throw RPCError(.invalidParameters, "'\(name.rawValue)' must be \(expectation)")
    }

    private func required<Value>(_ name: Name, _ value: Value?) throws(RPCError) -> Value {
        guard let value else { throw RPCError(.invalidParameters, "'\(name.rawValue)' is missing") }
        return value
    }

    mutating func text(_ name: Name) throws(RPCError) -> String { try required(name, optionalText(name)) }

    mutating func optionalText(_ name: Name) throws(RPCError) -> String? { try optional(name, "text", \.string) }

    mutating func bool(_ name: Name) throws(RPCError) -> Bool { try required(name, optionalBool(name)) }

    mutating func optionalBool(_ name: Name) throws(RPCError) -> Bool? {
        try optional(name, "true or false", \.bool)
    }

    /// A number from zero on, without a fraction.
    mutating func optionalWhole(_ name: Name) throws(RPCError) -> Int? {
        try optional(name, "a whole number") { value in value.whole().flatMap { $0 >= 0 ? $0 : nil } }
    }

    /// A whole number from 1 on.
    mutating func optionalCount(_ name: Name) throws(RPCError) -> Int? {
        try optional(name, "a whole number from 1 to 100000") { value in
            value.whole().flatMap { (1...100_000).contains($0) ? $0 : nil }
        }
    }

    /// Where to follow from: `.some(nil)` for now; nil for not at all.
    mutating func optionalCursor(_ name: Name) throws(RPCError) -> Int64?? {
        guard let value = take(name), value != false else { return nil }
        guard value != true else { return .some(nil) }
        guard let cursor = value.whole(Int64.self), cursor >= 0 else {
            throw RPCError(.invalidParameters, "'\(name.rawValue)' must be true, or the cursor of an answer")
        }
        return cursor
    }

    /// A number of seconds, or a text with a unit.
    mutating func optionalDuration(_ name: Name) throws(RPCError) -> Duration? {
        try optional(name, Duration.textExpectation) { $0.text.flatMap { Duration(text: $0) } }
    }

    mutating func optionalTexts(_ name: Name) throws(RPCError) -> [String: String] {
        try optional(name, "an object of texts") { value in
            guard let members = value.members else { return nil }
            let texts = members.compactMap { member in member.value.string.map { (member.name, $0) } }
            return texts.count == members.count ? Dictionary(texts) { $1 } : nil
        } ?? [:]
    }

    mutating func optionalObject(_ name: Name) throws(RPCError) -> QueryValue {
        try optional(name, "an object") { $0.members == nil ? nil : $0 } ?? .object([])
    }

    mutating func array(_ name: Name) throws(RPCError) -> [QueryValue] {
        try required(name, optional(name, "an array", \.elements))
    }

    mutating func optionalTextList(_ name: Name) throws(RPCError) -> [String]? {
        try optional(name, "an array of texts", \.texts)
    }

    /// A text, or several.
    mutating func textOrTexts(_ name: Name) throws(RPCError) -> [String] {
        if case .array? = members.first(where: { $0.name == name.rawValue })?.value {
            return try optionalTextList(name) ?? []
        }
        return [try text(name)]
    }

    /// `{"success": "app:done"}`, or under the names that a URL has for them.
    mutating func optionalCallbacks(_ name: Name) throws(RPCError) -> Callbacks {
        var callbacks = Callbacks()
        for (key, text) in try optionalTexts(name) {
            guard let kind = CallbackKind.allCases.first(where: { $0.rawValue == key || $0.parameterName == key })
            else {
                throw RPCError(
                    .invalidParameters,
                    "'\(name.rawValue)' takes success, error and cancel, not '\(Printable.shown(key, limit: 64))'")
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
        throw RPCError(.invalidParameters, "unknown parameter '\(Printable.shown(unknown.name, limit: 64))'")
    }
}

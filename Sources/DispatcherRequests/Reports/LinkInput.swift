import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The input of a link, checked against the input of its route, and decoded as the route decodes it.
struct LinkInput {
    private struct Field {
        let name: String
        let parameters: QueryParameters
        /// What a route from a file reads; nil if it reads nothing.
        var value: QueryValue?
        /// Whether the route uses the same value for a link without this field.
        let isDefault: Bool
    }

    private var fields: [Field] = []

    /// Checks an object. Throws a ``QueryCodingError`` that tells of all wrong values, or an ``OutcomeError``
    /// for an unknown name.
    /// - Parameter fromOutside: Whether the input came by another socket than the control socket.
    init(_ value: QueryValue, of route: DispatchRoute, fromOutside: Bool) throws {
        switch route.action {
        case .definition(let definition):
            try Self.refuseUnknown(value, among: definition.value.input.map(\.name))
            var refused: [QueryCodingError] = []
            fields = definition.value.input.compactMap { field in
                do throws(QueryCodingError) {
                    return try Self.field(field, value[field.name], fromOutside)
                } catch {
                    refused.append(error)
                    return nil
                }
            }
            if let error = QueryCodingError(first: refused) { throw error }
        case .closure(let closure):
            let handler = closure.handler
            let known = handler.input
            if known.isWhole { try Self.refuseUnknown(value, among: known.fields.map(\.name)) }
            fields = Self.fields(known.withWholeNumbers(value), inOrder: known.fields.map(\.name))
            try handler.check(QueryParameters(fields.flatMap(\.parameters.elements)))
        case .builtIn(let builtIn):
            if let known = builtIn.parameterNames { try Self.refuseUnknown(value, among: known) }
            fields = Self.fields(value, inOrder: [])
        }
    }

    /// The decoded input of a route from a file; an empty object for any other route.
    var value: QueryValue {
        .object(fields.compactMap { field in field.value.map { QueryValue.Member(field.name, $0) } })
    }

    /// Returns the parameters of a link: the values that differ from their defaults, and the values that the path
    /// needs.
    func parameters(for pattern: RoutePattern) -> QueryParameters {
        let said = fields.filter { field in
            !field.isDefault || pattern.parameterNames.contains(field.name) && !pattern.isOptional(field.name)
        }
        return QueryParameters(said.flatMap(\.parameters.elements))
    }

    private static func field(
        _ field: InputField, _ given: QueryValue?, _ fromOutside: Bool
    ) throws(QueryCodingError) -> Field {
        guard let given, given != .null else {
            return Field(
                name: field.name, parameters: field.defaultValue.map { Self.parameters(field, $0) } ?? [],
                value: try field.decode([]), isDefault: true)
        }
        var value = if case .int = field.type { given.withWholeNumbers } else { given }
        // A model gives null for no value, also as an item.
        if field.isArray, let items = value.elements { value = .array(items.filter { $0 != .null }) }
        guard field.isArray || value.text != nil else {
            throw field.refusal(of: value.json, "must be a single value: \(field.type.expectation)")
        }
        if field.isArray { value = value.array }
        let parameters = parameters(field, value)
        let standard = field.defaultValue ?? (field.isArray ? .array([]) : nil)
        // The default of a file may be what no value from outside may be. A schema names it to models, which send it.
        if let standard, (try? field.decode(parameters, fromOutside: false)) == standard, standard.isRead(from: value) {
            return Field(name: field.name, parameters: parameters, value: standard, isDefault: true)
        }
        guard let decoded = try field.decode(parameters, fromOutside: fromOutside), decoded.isRead(from: value) else {
            throw field.refusal(of: value.json, "must be \(field.expectation)")
        }
        return Field(name: field.name, parameters: parameters, value: decoded, isDefault: false)
    }

    private static func fields(_ value: QueryValue, inOrder names: [String]) -> [Field] {
        guard case .object(let members) = value else { return [] }
        let declared = names.compactMap { name in members.first { $0.name.hasSameBytes(as: name) } }
        let others = members.filter { member in !names.contains { $0.hasSameBytes(as: member.name) } }
        return (declared + others).map { member in
            Field(name: member.name, parameters: parameters(member.name, member.value), isDefault: false)
        }
    }

    /// Returns the parameters of a field. If the route splits one text into an array, the array becomes one text.
    private static func parameters(_ field: InputField, _ value: QueryValue) -> QueryParameters {
        guard let separator = field.separator, let items = value.elements else { return parameters(field.name, value) }
        let texts = items.compactMap(\.text)
        guard texts.count == items.count else { return parameters(field.name, value) }
        return [QueryParameter(field.name, separator.text(of: texts))]
    }

    private static func parameters(_ name: String, _ value: QueryValue) -> QueryParameters {
        QueryValue.object([QueryValue.Member(name, value)]).parameters
    }

    private static func refuseUnknown(_ value: QueryValue, among known: [String]) throws(OutcomeError) {
        guard case .object(let members) = value else { return }
        for member in members where !known.contains(where: { $0.hasSameBytes(as: member.name) }) {
            // A parameter that is given too was not misspelt.
            let left = known.filter { name in !members.contains { $0.name == name } }
            var hint = nearest(to: member.name, among: left).map { "; did you mean \"\($0)\"?" } ?? ""
            if CallbackKind.allCases.contains(where: { $0.parameterName == member.name }) {
                hint = "; a callback belongs in a URL, which 'xcallback link' prints with --\(member.name)"
            }
            throw OutcomeError(.input, "unknown parameter \"\(member.name)\"\(hint)")
        }
    }
}

extension QueryValue {
    /// The value as an array. A single value becomes its only element.
    fileprivate var array: QueryValue { if case .array = self { self } else { .array([self]) } }

    /// Whether the value that the route reads from a URL equals the given value. A text may be read as any type, but a
    /// number only as a number.
    fileprivate func isRead(from value: QueryValue) -> Bool {
        switch (self, value) {
        case (_, .string), (.number, .number), (.bool, .bool): true
        case (.array(let read), .array(let given)):
            read.count == given.count && zip(read, given).allSatisfy { $0.isRead(from: $1) }
        default: false
        }
    }
}

extension InputField {
    fileprivate var expectation: String { isArray ? "values that are each \(type.expectation)" : type.expectation }
}

extension InputDescription {
    /// Returns an object whose whole numbers have digits alone where the fields are of the type int.
    fileprivate func withWholeNumbers(_ value: QueryValue) -> QueryValue {
        guard let members = value.members else { return value }
        let names = fields.filter { ["int", "[int]"].contains($0.type) }.map(\.name)
        return .object(
            members.map { member in
                let isInt = names.contains { $0.hasSameBytes(as: member.name) }
                return isInt ? QueryValue.Member(member.name, member.value.withWholeNumbers) : member
            })
    }

    /// Whether the input has no other names than the described fields.
    fileprivate var isWhole: Bool { incompleteAfter == nil && !fields.contains { $0.type.hasPrefix("{*") } }
}

/// The fields that a `Decodable` type reads, found by decoding the type from a decoder that records each request.
///
/// The recording decoder returns empty values. The discovery stops at a type that rejects empty values, such as an enum
/// without `CaseIterable` or an `init(from:)` that validates; ``incompleteAfter`` is then the last field found. Default
/// values are not detected.
public struct InputDescription: Sendable, Hashable {
    /// The fields in the order in which they are read.
    public let fields: [Field]
    /// The last field found, if discovery stopped early and other fields may follow; nil if the list is complete.
    public let incompleteAfter: String?
    /// Whether the type is a scalar or an array, whose field is `result`.
    package let isValue: Bool

    /// One field.
    public struct Field: Sendable, Hashable {
        /// The parameter name of the field.
        public let name: String
        /// The type of the field: text, int, number, bool, date, uuid, url or base64; the cases of an enum
        /// (`red|green`); `[text]` for an array, `{*: int}` for a dictionary, `{a: int, b: text?}` for a structure.
        public let type: String
        /// Whether the field may be missing.
        public let isOptional: Bool
    }

    /// The description of a route without an input, which has no fields.
    public static let none = InputDescription(fields: [], incompleteAfter: nil)

    init(fields: [Field], incompleteAfter: String?, isValue: Bool = false) {
        self.fields = fields
        self.incompleteAfter = incompleteAfter
        self.isValue = isValue
    }

    /// Returns the description of a scalar or an array that has another name.
    package func named(_ name: String) -> InputDescription {
        InputDescription(
            fields: fields.map { Field(name: name, type: $0.type, isOptional: $0.isOptional) },
            incompleteAfter: incompleteAfter.map { _ in name }, isValue: isValue)
    }

    /// Describes a type whose parameter names are its keys.
    public init<T: Decodable>(of type: T.Type) { self.init(of: type) { $0 } }

    /// Describes the input that a decoder with these strategies reads for a type. A custom closure for names is
    /// ignored.
    package init<T: Decodable>(of type: T.Type, read strategies: DecodingStrategies) {
        self.init(of: type) { strategies.keyDecodingStrategy.name(of: $0) }
    }

    init<T: Decodable>(of type: T.Type, naming: @escaping (String) -> String) {
        let log = FieldLog(naming: naming)
        let found = log.examine(type)
        guard log.last == nil else {
            self.init(fields: log.inner, incompleteAfter: found.value == nil ? log.last : nil)
            return
        }
        let isEmpty = found.name == FieldLog.emptyStructure
        self.init(
            fields: isEmpty ? [] : [Field(name: rootName, type: found.name, isOptional: false)],
            incompleteAfter: found.value == nil ? rootName : nil, isValue: found.name.utf8.first != UInt8(ascii: "{"))
    }
}

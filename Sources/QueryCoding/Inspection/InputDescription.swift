/// The fields that a `Decodable` type reads, found by letting it read from a decoder that writes down what it is asked.
///
/// A type is seen as far as it can be made of empty values: one that refuses those (an enum without `CaseIterable`, an
/// `init(from:)` that checks) ends the discovery, and ``incompleteAfter`` says where. A default value is not seen.
public struct InputDescription: Sendable, Hashable {
    /// The fields in the order in which they are read.
    public let fields: [Field]
    /// The field behind which others may follow that could not be seen; nil if the list is whole.
    public let incompleteAfter: String?

    /// One field.
    public struct Field: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// text, int, number, bool, date, uuid, url or base64; the cases of an enum (`red|green`); `[text]` for an array,
        /// `{*: int}` for a dictionary, `{a: int, b: text?}` for a structure.
        public let type: String
        /// Whether it may be missing.
        public let isOptional: Bool
    }

    /// No fields: the description of a route without an input.
    public static let none = InputDescription(fields: [], incompleteAfter: nil)

    init(fields: [Field], incompleteAfter: String?) {
        self.fields = fields
        self.incompleteAfter = incompleteAfter
    }

    /// Describes a type whose names are its keys.
    public init<T: Decodable>(of type: T.Type) { self.init(of: type) { $0 } }

    /// Describes a type as a decoder with these strategies reads it; what a closure makes of names is not seen.
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
            incompleteAfter: found.value == nil ? rootName : nil)
    }
}

/// The part of a route's output that the output type reveals.
public enum OutputDescription: Sendable, Hashable {
    /// The fields of a type that is also `Decodable`; a scalar or an array is the field `result`.
    case fields(InputDescription)
    /// The name of a type that is only `Encodable`; its fields are unknown until a value is encoded.
    case unknown(type: String)

    /// No output.
    public static let none = OutputDescription.fields(.none)

    /// Describes the output that an encoder with these strategies writes for a type.
    package init<T: Encodable>(of type: T.Type, written strategies: EncodingStrategies) {
        guard let decodable = type as? any Decodable.Type else {
            self = .unknown(type: "\(type)")
            return
        }
        let keys = strategies.keyEncodingStrategy
        self = .fields(InputDescription(of: decodable) { keys.name(of: MemberKey(stringValue: $0), below: []) })
    }
}

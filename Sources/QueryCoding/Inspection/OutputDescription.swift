/// What a route answers with, as far as its type shows.
public enum OutputDescription: Sendable, Hashable {
    /// The fields of a type that can be decoded as well; a scalar or an array is the field `result`.
    case fields(InputDescription)
    /// A type that can only be encoded, by name: what it writes is seen when it does.
    case unknown(type: String)

    /// No output.
    public static let none = OutputDescription.fields(.none)

    /// Describes a type as an encoder with these strategies writes it.
    package init<T: Encodable>(of type: T.Type, written strategies: EncodingStrategies) {
        guard let decodable = type as? any Decodable.Type else {
            self = .unknown(type: "\(type)")
            return
        }
        let keys = strategies.keyEncodingStrategy
        self = .fields(InputDescription(of: decodable) { keys.name(of: MemberKey(stringValue: $0), below: []) })
    }
}

import QueryCoding
import XCallbackURL

/// Parses the query of a URL: `a=1&b`.
func parameters(_ query: String) throws -> QueryParameters { try XCallbackURL("s:?\(query)").parameters }

/// Decodes a value from a query.
func decode<T: Decodable>(_ type: T.Type, _ query: String) throws -> T {
    try QueryDecoder().decode(type, from: parameters(query))
}

extension QueryParameters {
    /// The parameters as a query, percent-encoded.
    var queryText: String {
        var output: [UInt8] = []
        PercentCoding.encode(self, after: nil, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

/// Encodes a value as a query.
func encode(_ value: some Encodable) throws -> String { try QueryEncoder().encode(value).queryText }

/// A field of any type, named `a`.
struct Field<Value> {
    var a: Value
}

extension Field: Decodable where Value: Decodable {}
extension Field: Encodable where Value: Encodable {}
extension Field: Equatable where Value: Equatable {}

/// An optional field named `a`.
struct OptionalField<Value> {
    var a: Value?
}

extension OptionalField: Decodable where Value: Decodable {}
extension OptionalField: Encodable where Value: Encodable {}
extension OptionalField: Equatable where Value: Equatable {}

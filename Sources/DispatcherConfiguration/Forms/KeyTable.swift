import QueryCoding

/// The description of a mapping's keys in the manual and in the schema.
package struct KeyTable: Sendable {
    let name: String
    package let keys: [KeyDefinition]
    /// The keys of which a mapping has at least one.
    let anyOf: [String]
    /// The keys of which a mapping has exactly one.
    let oneOf: [String]
    /// The schemas that a mapping with certain keys must match.
    let dependencies: [(key: String, schema: QueryValue)]
}

import QueryCoding

/// What the manual and the schema say about the keys of one mapping.
package struct KeyTable: Sendable {
    let name: String
    package let keys: [KeyDefinition]
    /// The keys of which a mapping has at least one.
    let anyOf: [String]
    /// The keys of which a mapping has exactly one.
    let oneOf: [String]
    /// The schemas that the presence of keys demands.
    let dependencies: [(key: String, schema: QueryValue)]
    /// Schemas that the mapping must fit besides.
    let rules: [QueryValue]
}

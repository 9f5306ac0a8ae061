import QueryCoding

/// What the rest of a mapping must be for one of its keys. The mistake, the schema and the manual say the same.
struct Condition<Model>: Sendable {
    /// What follows the key in a sentence: `goes with the types int and number`.
    let predicate: String
    /// Whether the condition is one of the keys of which the mapping has exactly one.
    var isOfChoice = false
    /// What follows the predicate in a mistake.
    var hint = ""
    /// Nil if no schema of the mapping can say it.
    var schema: (@Sendable () -> QueryValue)?
    let isMet: @Sendable (Model, Section) -> Bool

    /// The mapping has one of these keys, of which it has exactly one.
    static func with(_ keys: [Key<Model>], hint: String = "") -> Condition {
        let names = keys.map(\.name)
        return Condition(
            predicate: "goes with \(listed(names.map { "'\($0)'" }, "and"))", isOfChoice: true, hint: hint,
            schema: { JSONSchema.any(of: names.map(JSONSchema.requiring)) }
        ) { _, section in keys.contains { section.contains($0) } }
    }
}

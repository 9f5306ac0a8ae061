import QueryCoding

/// A condition that a mapping must meet to have a key. The mistake, the schema and the manual state the same condition.
struct Condition<Model>: Sendable {
    /// The condition as the end of a sentence about the key: `goes with the types int and number`.
    let predicate: String
    /// Whether the condition requires one of the keys of which the mapping has exactly one.
    var isOfChoice = false
    /// The text after the predicate in a mistake.
    var hint = ""
    /// The condition as a schema of the mapping; nil if a schema cannot express the condition.
    var schema: (@Sendable () -> QueryValue)?
    let isMet: @Sendable (Model, Section) -> Bool

    /// Requires URLs that are not opaque.
    /// - Parameter isStated: Whether the same mapping states whether the URLs are opaque.
    static func structured(
        isStated: Bool, _ isOpaque: @escaping @Sendable (Model) -> Bool
    ) -> Condition {
        var condition = Condition(predicate: "does not go with 'opaque: true'") { model, _ in !isOpaque(model) }
        if isStated { condition.schema = { .record([("not", JSONSchema.opaque)]) } }
        return condition
    }

    /// Requires one of these keys. The mapping has exactly one key of their kind.
    static func with(_ keys: [Key<Model>], hint: String = "") -> Condition {
        let names = keys.map(\.name)
        return Condition(
            predicate: "goes with \(listed(names.map { "'\($0)'" }, "and"))", isOfChoice: true, hint: hint,
            schema: { JSONSchema.any(of: names.map(JSONSchema.requiring)) }
        ) { _, section in keys.contains { section.contains($0) } }
    }
}

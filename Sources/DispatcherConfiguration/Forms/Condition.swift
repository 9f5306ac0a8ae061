/// A condition that a mapping must meet to have a key. The mistake and the manual state the same condition.
struct Condition<Model>: Sendable {
    /// The condition as the end of a sentence about the key: `goes with the types int and number`.
    let predicate: String
    /// Whether the condition requires one of the keys of which the mapping has exactly one.
    var isOfChoice = false
    /// The text after the predicate in a mistake.
    var hint = ""
    let isMet: @Sendable (Model, Section) -> Bool

    /// Requires URLs that are not opaque.
    static func structured(_ isOpaque: @escaping @Sendable (Model) -> Bool) -> Condition {
        Condition(predicate: "does not go with 'opaque: true'") { model, _ in !isOpaque(model) }
    }

    /// Requires one of these keys. The mapping has exactly one key of their kind.
    static func with(_ keys: [Key<Model>], hint: String = "") -> Condition {
        let names = keys.map(\.name)
        return Condition(
            predicate: "goes with \(listed(names.map { "'\($0)'" }, "and"))", isOfChoice: true, hint: hint
        ) { _, section in keys.contains { section.contains($0) } }
    }
}

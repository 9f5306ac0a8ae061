/// The declaration of a key: its name, the form of its value, its place in a model, and its text in the manual.
final class Key<Model>: Sendable {
    let definition: KeyDefinition
    /// The condition that a mapping with the key must meet; nil if there is no condition.
    let condition: Condition<Model>?
    /// Reads the value into the model. A mistake leaves the model unchanged.
    let read: @Sendable (YAMLNode, inout Model, ValueContext) -> Void

    var name: String { definition.name }

    init(
        _ definition: KeyDefinition, _ condition: Condition<Model>?,
        read: @escaping @Sendable (YAMLNode, inout Model, ValueContext) -> Void
    ) {
        self.definition = definition
        self.condition = condition
        self.read = read
    }

    convenience init<Value>(
        _ name: String, _ form: Form<Value>, _ path: any WritableKeyPath<Model, Value> & Sendable,
        standard: String? = nil, isRequired: Bool = false, only condition: Condition<Model>? = nil,
        aliases: String = "", _ meaning: String, with companions: String = "", example: String
    ) {
        let definition = KeyDefinition(
            name: name, expectation: form.expectation, schema: form.schema, standard: standard, isRequired: isRequired,
            aliases: aliases, meaning: meaning, companions: companions, example: example)
        self.init(definition, condition) { [read = form.read] node, model, context in
            if let value = read(node, context) { model[keyPath: path] = value }
        }
    }

    /// A key whose absence is nil in the model.
    convenience init<Value>(
        _ name: String, _ form: Form<Value>, _ path: any WritableKeyPath<Model, Value?> & Sendable,
        standard: String? = nil, isRequired: Bool = false, only condition: Condition<Model>? = nil,
        aliases: String = "", _ meaning: String, with companions: String = "", example: String
    ) {
        self.init(
            name, form.map(Optional.some), path, standard: standard, isRequired: isRequired, only: condition,
            aliases: aliases, meaning, with: companions, example: example)
    }

    /// A key with a mapping as its value. The keys of that mapping set the properties of an optional part of the model.
    /// The part is set only if the mapping can be read.
    /// - Parameter start: The property with the initial part, which the keys then change.
    convenience init<Part>(
        _ name: String, _ table: Table<Part>, _ path: any WritableKeyPath<Model, Part?> & Sendable,
        from start: any KeyPath<Model, Part> & Sendable, _ meaning: String, example: String
    ) {
        let definition = KeyDefinition(
            name: name, expectation: table.expectation, schema: { table.schema }, meaning: meaning, example: example)
        self.init(definition, nil) { node, model, context in
            var part = model[keyPath: start]
            if table.read(node, into: &part, context) != nil { model[keyPath: path] = part }
        }
    }

    /// Returns the same key for a model that contains this key's model as a part.
    func lifted<Whole>(
        to path: any WritableKeyPath<Whole, Model> & Sendable, _ condition: Condition<Whole>? = nil
    ) -> Key<Whole> {
        Key<Whole>(definition, condition) { [read] in read($0, &$1[keyPath: path], $2) }
    }

    /// Returns the mistake of a mapping that has the key; nil if the mapping obeys the rules.
    func mistake(in section: Section, _ model: Model) -> String? {
        guard let condition, !condition.isMet(model, section) else { return nil }
        let choice = condition.isOfChoice ? section.choice.map { ", not with '\($0)'" } ?? "" : ""
        return "'\(name)' \(condition.predicate)\(choice)\(condition.hint)"
    }
}

@resultBuilder
enum KeyBuilder<Model> {
    static func buildExpression(_ key: Key<Model>) -> [Key<Model>] { [key] }
    static func buildExpression(_ keys: [Key<Model>]) -> [Key<Model>] { keys }
    static func buildBlock(_ keys: [Key<Model>]...) -> [Key<Model>] { keys.flatMap(\.self) }
}

import QueryCoding

/// The keys of a mapping in a file. The reader, the manual and the schema are made from this table.
final class Table<Model>: Sendable {
    /// The name of the mapping in the manual, such as `limits`.
    let name: String
    private let frame: ExampleFrame
    let keys: [Key<Model>]
    /// The keys of which a mapping has at least one.
    let anyOf: [Key<Model>]
    /// The keys of which a mapping has exactly one, and the word for them in messages.
    let oneOf: (name: String, keys: [Key<Model>])
    private let required: [Key<Model>]
    /// Keys of other formats or of earlier versions, each with what the author can do instead.
    private let foreign: KeyValuePairs<String, String>
    private let byName: [String: Key<Model>]

    init(
        _ name: String, frame: ExampleFrame = .lines, anyOf: [Key<Model>] = [],
        oneOf: (name: String, keys: [Key<Model>]) = ("", []),
        foreign: KeyValuePairs<String, String> = [:], @KeyBuilder<Model> keys: () -> [Key<Model>]
    ) {
        let keys = keys()
        self.name = name
        self.frame = frame
        self.anyOf = anyOf
        self.oneOf = oneOf
        self.foreign = foreign
        self.keys = keys
        required = keys.filter(\.definition.isRequired)
        byName = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
    }

    /// The value of a key whose value is this mapping, in the manual.
    var expectation: String { "a mapping: \(keys.map(\.name).joined(separator: ", "))" }

    var schema: QueryValue { .record(JSONSchema.members(of: self)) }

    /// The keys for the manual and the schema.
    var definitions: [KeyDefinition] { keys.map { $0.definition.with($0.condition?.predicate, frame) } }

    /// Reads a mapping into a model. Returns nil, after a mistake, if the value is not a mapping. An unknown key is a
    /// mistake.
    /// - Parameter resolve: Completes the model before the conditions of its keys are checked.
    @discardableResult
    func read(
        _ node: YAMLNode, named name: String? = nil, into model: inout Model, _ context: ValueContext,
        resolve: (inout Model, Section) -> Void = { _, _ in }
    ) -> Section? {
        guard case .mapping(let entries) = node.content else {
            let sample = "\(keys[0].name): \(keys[0].definition.example)"
            let form = if case .flow = frame { ", as in \(frame.text(sample, with: ""))" } else { "" }
            node.refuse(name ?? context.name, "a mapping\(form)", context.diagnostics)
            return nil
        }
        for entry in entries {
            let name = entry.key.text
            if let key = byName[name] {
                key.read(entry.value, &model, context.at(entry.key))
            } else {
                context.diagnostics.mistake(entry.key.location, "unknown key '\(name)'\(hint(forUnknown: name))")
            }
        }
        var section = Section(location: node.location, entries: entries)
        resolve(&model, section)
        section.choice = checkPresence(section, name, context)
        // A mapping with no action or with two actions gives no basis for checking an action's keys.
        guard oneOf.keys.isEmpty || section.choice != nil else { return section }
        for entry in entries {
            guard let mistake = byName[entry.key.text]?.mistake(in: section, model) else { continue }
            context.diagnostics.mistake(entry.key.location, mistake)
        }
        return section
    }

    /// Reports missing and surplus keys. Returns the mapping's key of ``oneOf``; nil if the mapping does not have
    /// exactly one.
    private func checkPresence(_ section: Section, _ name: String?, _ context: ValueContext) -> String? {
        let hints = section.entries.map(\.key.text).filter { byName[$0] == nil }.map(hint(forUnknown:))
        func need(_ keys: [Key<Model>]) {
            // An unknown key may mean the missing key.
            guard !keys.contains(where: { key in hints.contains { $0.contains("'\(key.name)'") } }) else { return }
            context.diagnostics.mistake(
                section.location, "\(name ?? context.name) needs \(alternatives(keys.map { "'\($0.name)'" }))")
        }
        if !anyOf.isEmpty, !anyOf.contains(where: { section.contains($0) }) { need(anyOf) }
        for key in required where !section.contains(key) { need([key]) }
        let chosen = oneOf.keys.filter { section.contains($0) }
        if chosen.count == 1 { return chosen[0].name }
        if chosen.isEmpty, !oneOf.keys.isEmpty { need(oneOf.keys) }
        if chosen.count > 1 {
            let shown = listed(chosen.map { "'\($0.name)'" }, "and")
            context.diagnostics.mistake(
                section.location(of: chosen[1]), "\(name ?? context.name) has one \(oneOf.name), not \(shown)")
        }
        return nil
    }

    /// Returns the key that a name of another format means, or the most similar key.
    private func hint(forUnknown key: String) -> String {
        let plain = key.lowercased().filter { $0 != "-" && $0 != "_" }
        func has(_ names: String) -> Bool { names.split(separator: " ").contains { $0 == plain } }
        if let own = keys.first(where: { has($0.definition.aliases) }) { return "; write '\(own.name)'" }
        if let other = foreign.first(where: { has($0.key) }) { return "; \(other.value)" }
        return DispatcherConfiguration.hint(for: key, among: keys.map(\.name))
    }
}

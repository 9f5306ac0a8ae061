import QueryCoding

/// The keys of a mapping in a file. The reader, the manual and the schema are made from this table.
final class Table<Model>: Sendable {
    /// The name of the mapping in the manual, such as `limits`.
    private let name: String
    private let frame: ExampleFrame
    private let keys: [Key<Model>]
    /// The keys of which a mapping has at least one.
    private let anyOf: [Key<Model>]
    /// The keys of which a mapping has exactly one, and the word for them in messages.
    private let oneOf: (name: String, keys: [Key<Model>])
    private let required: [Key<Model>]
    /// Keys of other formats or of earlier versions, each with what the author can do instead.
    private let foreign: KeyValuePairs<String, String>
    /// The keys grouped by the number of bytes in their names.
    private let byLength: [[Key<Model>]]

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
        var byLength = Array(repeating: [Key<Model>](), count: (keys.map(\.name.utf8.count).max() ?? 0) + 1)
        for key in keys { byLength[key.name.utf8.count].append(key) }
        self.byLength = byLength
    }

    /// The value of a key whose value is this mapping, in the manual.
    var expectation: String { "a mapping: \(keys.map(\.name).joined(separator: ", "))" }

    var schema: QueryValue { JSONSchema.object(description) }

    /// The description of the table for the manual and the schema.
    var description: KeyTable {
        KeyTable(
            name: name, keys: keys.map { $0.definition.with($0.rules, frame) }, anyOf: anyOf.map(\.name),
            oneOf: oneOf.keys.map(\.name),
            dependencies: keys.compactMap { key in key.dependency.map { (key.name, $0) } })
    }

    /// Reads a mapping into a model. Returns nil, after a mistake, if the value is not a mapping. An unknown key is a
    /// mistake.
    /// - Parameter resolve: Completes the model before the conditions of its keys are checked.
    @discardableResult
    func read(
        _ node: YAMLNode, named name: String? = nil, into model: inout Model, _ context: ValueContext,
        resolve: (inout Model, Section) -> Void = { _, _ in }
    ) -> Section? {
        guard case .mapping(let entries) = node.content else {
            node.refuse(name ?? context.name, "a mapping", context.diagnostics)
            return nil
        }
        // An unknown key may be the reason for the mistakes in the values, so the keys come first. A span does not copy
        // the elements.
        let span = entries.span
        let found = entries.map { key($0.key.text) }
        for index in span.indices where found[index] == nil {
            let key = span[index].key
            context.diagnostics.unknownKey(key.location, "unknown key '\(key.text)'\(hint(forUnknown: key.text))")
        }
        for index in span.indices { found[index]?.read(span[index].value, &model, context.at(span[index].key)) }
        var section = Section(location: node.location, entries: entries)
        resolve(&model, section)
        section.choice = checkPresence(section, name, context)
        // A mapping with no action or with two actions gives no basis for checking an action's keys.
        guard oneOf.keys.isEmpty || section.choice != nil else { return section }
        for index in span.indices {
            guard let mistake = found[index]?.mistake(in: section, model) else { continue }
            context.diagnostics.mistake(span[index].key.location, mistake)
        }
        return section
    }

    private func key(_ name: String) -> Key<Model>? {
        let length = name.utf8.count
        return length < byLength.count ? byLength[length].first { $0.name == name } : nil
    }

    /// Reports missing and surplus keys. Returns the mapping's key of ``oneOf``; nil if the mapping does not have
    /// exactly one.
    private func checkPresence(_ section: Section, _ name: String?, _ context: ValueContext) -> String? {
        func need(_ keys: [Key<Model>]) {
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

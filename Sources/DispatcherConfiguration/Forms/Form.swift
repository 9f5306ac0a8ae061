import QueryCoding

/// The form of a value in a file: the requirement, the schema, and a function that reads the value.
struct Form<Value>: Sendable {
    /// The requirement for the value, in the manual.
    let expectation: String
    /// The requirement for the value, in the message about a value of another kind.
    let kind: String
    let schema: @Sendable () -> QueryValue
    /// Reads the value. Returns nil after a mistake.
    let read: @Sendable (YAMLNode, ValueContext) -> Value?

    init(
        _ expectation: String, kind: String? = nil, schema: @autoclosure @escaping @Sendable () -> QueryValue,
        read: @escaping @Sendable (YAMLNode, ValueContext) -> Value?
    ) {
        self.expectation = expectation
        self.kind = kind ?? expectation
        self.schema = schema
        self.read = read
    }

    /// Returns a form with the same text in a file, whose value is transformed.
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Form<Other> {
        Form<Other>(expectation, kind: kind, schema: schema()) { [read] in read($0, $1).map(transform) }
    }

    /// Returns a form whose values get a further check, which may report mistakes.
    func checking(_ check: @escaping @Sendable (Value, YAMLNode, ValueContext) -> Void) -> Form {
        Form(expectation, kind: kind, schema: schema()) { [read] node, context in
            let value = read(node, context)
            if let value { check(value, node, context) }
            return value
        }
    }

    /// A list. Elements with mistakes are left out.
    /// - Parameters:
    ///   - count: The least number of elements.
    ///   - few: The mistake of a shorter list.
    ///   - isOfTexts: Whether a text in place of the list may be one of its elements.
    static func list<Element>(
        of element: Form<Element>, atLeast count: Int = 0, orElse few: String = "", isOfTexts: Bool = true
    ) -> Form where Value == [Element] {
        Form(
            "a list: \(element.expectation), …", kind: "a list",
            schema: JSONSchema.list(element.schema(), atLeast: count)
        ) { node, context in
            guard case .list(let nodes) = node.content else {
                let isNoElement = if case .text = node.content { !isOfTexts } else { false }
                node.refuse(context.name, "a list", context.diagnostics, hint: isNoElement ? "" : node.listHint)
                return nil
            }
            if nodes.count < count { context.diagnostics.mistake(context.key.location, few) }
            var context = context
            context.isElement = true
            return nodes.compactMap { element.read($0, context) }
        }
    }

    /// A value that may be written alone, or in a list with others.
    static func oneOrMore<Element>(
        _ element: Form<Element>, atLeast count: Int = 0, orElse few: String = ""
    ) -> Form where Value == [Element] {
        let list = Form.list(of: element, atLeast: count, orElse: few)
        return .either(element.map { [$0] }, list) { if case .list = $0 { false } else { true } }
    }

    /// A value of one of two forms. The content of the node selects the form.
    static func either(
        _ first: Form, _ second: Form, by isFirst: @escaping @Sendable (YAMLNode.Content) -> Bool
    ) -> Form {
        Form(
            "\(first.expectation); or \(second.expectation)", kind: "\(first.kind) or \(second.kind)",
            schema: JSONSchema.any(of: [first.schema(), second.schema()])
        ) { isFirst($0.content) ? first.read($0, $1) : second.read($0, $1) }
    }

    /// A word, or a list that another form reads. The word means nil.
    static func word<Wrapped>(_ word: String, or other: Form<Wrapped>) -> Form where Value == Wrapped? {
        .word(word, as: { nil }, or: other.map { $0 })
    }

    /// A word, or a list that another form reads.
    static func word(_ word: String, as value: @escaping @Sendable () -> Value, or other: Form) -> Form {
        let kind = "'\(word)' or \(other.kind)"
        return Form(
            "\(word); or \(other.expectation)", kind: kind,
            schema: JSONSchema.any(of: [JSONSchema.word([word]), other.schema()])
        ) { node, context in
            switch node.content {
            case .text(word): return value()
            case .list: return other.read(node, context)
            case .text, .mapping, .nothing, .refused:
                node.refuse(context.name, kind, context.diagnostics, among: [word], hint: node.listHint)
                return nil
            }
        }
    }

    /// A mapping whose keys the author chooses. Entries with mistakes are left out.
    static func entries<Element>(
        _ expectation: String, _ value: @autoclosure @escaping @Sendable () -> QueryValue,
        read: @escaping @Sendable (YAMLNode.Entry, ValueContext) -> Element?
    ) -> Form where Value == [Element] {
        Form(expectation, schema: JSONSchema.entries(value())) { node, context in
            if case .mapping(let entries) = node.content { return entries.compactMap { read($0, context.at($0.key)) } }
            node.refuse(context.name, expectation, context.diagnostics)
            return nil
        }
    }

    /// A mapping with the keys of a table.
    static func mapping(_ table: Table<Value>, from standard: Value) -> Form where Value: Sendable {
        Form(table.expectation, kind: "a mapping", schema: table.schema) { node, context in
            var value = standard
            return table.read(node, into: &value, context) == nil ? nil : value
        }
    }
}

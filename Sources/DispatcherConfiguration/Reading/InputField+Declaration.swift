package import QueryCoding
import URLSchemeRouter

extension Form<[InputField]> {
    /// The parameters of a route, in order.
    static var fields: Form {
        .entries("a mapping of names and types, as in {title: line}", JSONSchema.itself) { entry, context in
            guard NameRules.isFreeParameter(entry.key.text) else {
                return context.mistake(
                    entry.key.location,
                    "'\(entry.key.text)' is not a parameter name: a name is a letter or '_', followed by letters, digits, "
                        + "'_', '-' and '.', and does not begin with 'x-'")
            }
            // A mistake in the type does not hide the name of the parameter.
            return InputReader(context: context).field(entry.value) ?? InputField(name: entry.key.text, type: .string)
        }
    }
}

extension Form<RouteDefinition.Output> {
    /// A word, or the members of JSON with their types.
    static var output: Form {
        .either(.words(RouteDefinition.Output.words), members) { if case .mapping = $0 { false } else { true } }
    }

    private static var members: Form {
        Form<[InputField]>.entries("a mapping of members and types, as in {id: int}", JSONSchema.itself, read: member)
            .map { .members($0) }
    }

    /// Reads a member of an output; nil after a mistake.
    @Sendable private static func member(_ entry: YAMLNode.Entry, _ context: ValueContext) -> InputField? {
        let (name, location) = (entry.key.text, entry.key.location)
        guard NameRules.isMember(name) else {
            return context.mistake(
                location,
                "'\(name)' is not the name of a member: a letter or '_', followed by letters, digits, '_' and '-'")
        }
        guard var field = InputReader(context: context).field(entry.value) else { return nil }
        guard !field.hasInputOptions else {
            return context.mistake(
                location,
                "'\(name)' is a member of the output, which has no 'default', 'secret', 'separator', 'schemes' or path")
        }
        field.declaredSecret = false
        return field
    }
}

extension InputField {
    /// Whether the field has an option that only an input can have.
    fileprivate var hasInputOptions: Bool {
        type.kind == .path || defaultValue != nil || declaredSecret != nil || separator != nil || schemes != .standard
    }

    /// Reads the parameters that a worker declares for its route, in the format of `input`. Throws the first mistake.
    package static func declared(_ value: QueryValue) throws(Diagnostic) -> [InputField] {
        let diagnostics = Diagnostics()
        let node = YAMLNode(value)
        let context = ValueContext(
            origin: FileOrigin(path: "/", shown: ""), diagnostics: diagnostics,
            key: LocatedText(text: RouteKeys.input.name, location: node.location))
        let fields = Form<[InputField]>.fields.read(node, context)
        if let mistake = diagnostics.mistakes.first { throw mistake }
        return fields ?? []
    }

    /// Returns the path parameters that are not declared, followed by the declared parameters.
    /// - Parameter refuse: Gets the message if the type of a parameter does not fit a parameter for the rest of a path.
    static func fields(
        _ declared: [InputField], of patterns: [RoutePattern], refuse: (String) -> Void
    ) -> [InputField] {
        guard patterns.contains(where: \.hasParameters) else { return declared }
        var implied: [InputField] = []
        for name in patterns.flatMap(\.parameterNames) {
            if let field = declared.first(where: { $0.name == name }) {
                if patterns.contains(where: { $0.isRest(name) }), !field.isArray {
                    refuse("'\(name)' matches the rest of the path, so its type must be an array, as in [line]")
                }
            } else if !implied.contains(where: { $0.name == name }) {
                implied.append(InputField(name, of: patterns))
            }
        }
        return implied + declared
    }
}

import QueryCoding
import URLSchemeRouter

/// Reads the type of a parameter: `line`, `int?`, `[string]`, `{type: int, min: 1}`, `{one-of: [low, high]}`.
struct InputReader {
    /// The context of the type, whose key is the name of the parameter.
    let context: ValueContext

    /// Whether the type is beside options, which give the folder of a path.
    var isBesideOptions = false

    private var name: String { context.key.text }

    /// Returns the field; nil after a mistake.
    func field(_ node: YAMLNode) -> InputField? {
        switch node.content {
        case .text(let text): return simple(LocatedText(text: text, location: node.location))
        case .list(let elements): return array(elements, node)
        case .mapping: return detailed(node)
        case .nothing, .refused:
            node.refuse(context.name, "a type", context.diagnostics)
            return nil
        }
    }

    private static let lacksFolder = "'path' needs its folder, as in {type: path, under: DIR}"

    private func simple(_ text: LocatedText) -> InputField? {
        let isOptional = text.text.hasSuffix("?")
        let name = isOptional ? String(text.text.dropLast()) : text.text
        if isOptional, name.hasPrefix("["), name.hasSuffix("]") {
            return context.mistake(
                text.location, "an array needs no '?': it is empty if a URL has no value; write \(name)")
        }
        guard let kind = InputTypeName.allCases.first(where: { $0.words.contains(name) }) else {
            context.diagnostics.mistake(text.location, "unknown type '\(name)'\(InputTypeName.hint(for: name))")
            // The options are checked as those of the type that the name means, so that their mistakes are reported too.
            let meant = InputType.plain.first { $0.key == InputTypeName.meant(by: name) }?.value
            return meant.map { InputField(name: self.name, type: $0, isOptional: isOptional) }
        }
        guard kind != .path || isBesideOptions else { return context.mistake(text.location, Self.lacksFolder) }
        guard let type = InputType.plain.first(where: { $0.key == kind })?.value else {
            return context.mistake(text.location, "'one-of' needs its values, as in {one-of: [low, high]}")
        }
        return InputField(name: self.name, type: type, isOptional: isOptional)
    }

    private func array(_ elements: [YAMLNode], _ node: YAMLNode) -> InputField? {
        guard elements.count == 1, let element = elements.first else {
            return context.mistake(node.location, "an array has one type, as in [string]")
        }
        guard var field = field(element) else { return nil }
        guard field.isRequired else {
            return context.mistake(
                element.location, "an element of an array cannot be an array or optional, or have a default")
        }
        field.isArray = true
        return field
    }

    private func detailed(_ node: YAMLNode) -> InputField? {
        var draft = InputDraft()
        let section = InputKeys.table.read(node, into: &draft, context) { draft, section in
            draft.field = draft.choices.map { choice($0, draft, section) } ?? draft.typeNode.flatMap(typeBesideOptions)
        }
        guard let section, var field = draft.field else { return nil }
        switch field.type {
        case .int(let min, let max):
            field.type = .int(
                min: whole(draft.min, InputKeys.min) ?? min, max: whole(draft.max, InputKeys.max) ?? max)
        case .number(let min, let max):
            func decimal(_ text: LocatedText?) -> Double? { text.flatMap { Double.read($0.text) } }
            field.type = .number(min: decimal(draft.min) ?? min, max: decimal(draft.max) ?? max)
        case .string, .line:
            if let pattern = draft.pattern { field.type = .matching(pattern, isLine: field.type == .line) }
        case .matching:
            if draft.pattern != nil {
                context.diagnostics.mistake(
                    section.location(of: InputKeys.pattern), "the elements of the array have a 'pattern' already")
            }
        case .path:
            if let folder = draft.folder {
                (field.type, field.prefixes) = (.path(under: folder), prefixes(draft, folder, section))
            }
            if !section.contains(InputKeys.under) { context.diagnostics.mistake(section.location, Self.lacksFolder) }
        default: break
        }
        if field.type.isEmpty {
            context.diagnostics.mistake(section.location(of: InputKeys.max), "'max' is less than 'min'")
        }
        // The type of an array's element may have options too.
        field.isNamed = field.isNamed || draft.isNamed
        field.schemes = draft.schemes ?? field.schemes
        field.separator = draft.separator
        field.declaredSecret = draft.declaredSecret ?? field.declaredSecret
        field.description = draft.description ?? field.description
        field.defaultValue = draft.defaultValue.flatMap { defaultValue(field, $0) }
        return field
    }

    /// Returns the folders of another machine that lead into a folder.
    private func prefixes(_ draft: InputDraft, _ folder: String, _ section: Section) -> [PathPrefix] {
        draft.maps.compactMap { path, target in
            PathPrefix(path, leadingTo: target, under: folder)
                ?? context.mistake(section.location(of: InputKeys.maps), "'\(target)' is not in '\(folder)'")
        }
    }

    /// Reads the value of `type`.
    private func typeBesideOptions(_ node: YAMLNode) -> InputField? {
        if case .mapping = node.content {
            node.refuse("'\(InputKeys.type.name)'", "a type such as string, int? or [line]", context.diagnostics)
            return nil
        }
        return InputReader(context: context, isBesideOptions: true).field(node)
    }

    private func choice(_ choices: [String], _ draft: InputDraft, _ section: Section) -> InputField {
        var isOptional = false
        switch draft.typeNode?.content {
        case nil, .text(InputTypeName.oneOf.rawValue): break
        case .text("one-of?"): isOptional = true
        case let type?:
            let isArray = if case .list = type { true } else { false }
            let values = QueryValue.array(choices.map(QueryValue.string)).json
            context.diagnostics.mistake(
                section.location(of: InputKeys.type),
                "'one-of' already sets the type; "
                    + (isArray
                        ? "write [{one-of: \(values)}]"
                        : "leave out 'type', or write 'type: one-of?' for an optional value"))
        }
        return InputField(name: name, type: .oneOf(choices), isOptional: isOptional)
    }

    private func whole(_ text: LocatedText?, _ key: Key<InputDraft>) -> Int? {
        guard let text else { return nil }
        return Int(text.text)
            ?? context.mistake(text.location, "'\(key.name)' must be a whole number, not '\(text.text)'")
    }

    private func defaultValue(_ field: InputField, _ node: YAMLNode) -> QueryValue? {
        let name = "'\(InputKeys.standard.name)'"
        guard field.isArray else {
            return node.text(name, context.diagnostics).flatMap { defaultValue(field.type, $0) }
        }
        return node.texts(name, context.diagnostics).map { .array($0.compactMap { defaultValue(field.type, $0) }) }
    }

    private func defaultValue(_ type: InputType, _ text: LocatedText) -> QueryValue? {
        if let value = type.read(text.text) { return value }
        return context.mistake(text.location, "the default '\(text.text)' is not \(type.expectation)")
    }
}

extension InputType {
    /// Whether no number is within the bounds.
    fileprivate var isEmpty: Bool {
        switch self {
        case .int(let min?, let max?): min > max
        case .number(let min?, let max?): min > max
        default: false
        }
    }
}

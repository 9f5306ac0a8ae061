import QueryCoding
import URLSchemeRouter

/// Reads the type of a parameter: `line`, `int?`, `[string]`, `{type: int, min: 1}`, `{one-of: [low, high]}`.
struct InputReader {
    /// The folder of the file, from which relative folders are resolved.
    let folder: String
    let diagnostics: Diagnostics

    /// Reads the declared parameters, in order.
    func fields(_ node: YAMLNode) -> [InputField] {
        guard case .mapping(let entries) = node.content else {
            node.refuse("'input'", "a mapping of names and types, as in {title: line}", diagnostics)
            return []
        }
        return entries.compactMap { entry in
            guard isName(entry.key) else { return nil }
            // After a mistake in its type, its name is known all the same.
            return field(entry.key.text, entry.value) ?? InputField(name: entry.key.text, type: .string)
        }
    }

    private func isName(_ key: LocatedText) -> Bool {
        guard NameRules.isParameter(key.text) else {
            diagnostics.mistake(
                key.location,
                "'\(key.text)' is not a parameter name: a name is a letter or '_', followed by letters, digits, '_', '-' and '.'"
            )
            return false
        }
        guard !key.text.lowercased().hasPrefix("x-") else {
            diagnostics.mistake(key.location, "names that begin with 'x-' are reserved")
            return false
        }
        return true
    }

    private func field(_ name: String, _ node: YAMLNode) -> InputField? {
        switch node.content {
        case .nothing, .refused:
            node.refuse("'\(name)'", "a type", diagnostics)
            return nil
        case .text(let text):
            return simple(name, LocatedText(text: text, location: node.location))
        case .list(let elements):
            return array(name, elements, node)
        case .mapping:
            return detailed(name, node)
        }
    }

    private func simple(_ name: String, _ text: LocatedText) -> InputField? {
        let isOptional = text.text.hasSuffix("?")
        guard let type = type(isOptional ? String(text.text.dropLast()) : text.text, at: text.location) else {
            return nil
        }
        return InputField(name: name, type: type, isOptional: isOptional)
    }

    private func array(_ name: String, _ elements: [YAMLNode], _ node: YAMLNode) -> InputField? {
        guard elements.count == 1, let element = elements.first else {
            diagnostics.mistake(node.location, "an array has one type, as in [string]")
            return nil
        }
        guard var field = field(name, element) else { return nil }
        guard !field.isArray, !field.isOptional, field.defaultValue == nil else {
            diagnostics.mistake(
                element.location, "an element of an array cannot be an array or optional, or have a default")
            return nil
        }
        field.isArray = true
        return field
    }

    /// Reads the types that consist of a name only.
    private func type(_ name: String, at location: SourceLocation) -> InputType? {
        switch InputTypeName(rawValue: name) {
        case .string: return .string
        case .line: return .line
        case .int: return .int(min: nil, max: nil)
        case .number: return .number(min: nil, max: nil)
        case .bool: return .bool
        case .truthy: return .truthy
        case .date: return .date
        case .uuid: return .uuid
        case .url: return .url
        case .base64: return .base64
        case .oneOf:
            diagnostics.mistake(location, "'one-of' needs its values, as in {one-of: [low, high]}")
        case .path:
            diagnostics.mistake(location, "'path' needs its folder, as in {type: path, under: DIR}")
        case nil:
            diagnostics.mistake(location, "unknown type '\(name)'\(InputTypeName.hint(for: name))")
        }
        return nil
    }

    private func detailed(_ name: String, _ node: YAMLNode) -> InputField? {
        let section = Section(node, named: "'\(name)'", of: .input, foreign: .input, diagnostics: diagnostics)
        guard let section, var field = declared(name, section) else { return nil }
        bound(&field, section)
        match(&field, section)
        place(&field, section)
        restrict(&field, section)
        separate(&field, section)
        field.isSecret = section.flag("secret") ?? false
        if let node = section["default"] { field.defaultValue = defaultValue(field, node) }
        return field
    }

    private func declared(_ name: String, _ section: Section) -> InputField? {
        if section.contains("one-of") { return choice(name, section) }
        guard let node = section["type"] else {
            diagnostics.mistake(section.location, "'\(name)' needs 'type' or 'one-of'")
            return nil
        }
        switch node.content {
        case .text("path"): return InputField(name: name, type: .path(under: ""))
        case .text("path?"): return InputField(name: name, type: .path(under: ""), isOptional: true)
        case .list(let elements):
            if case .text("path")? = elements.first?.content, elements.count == 1 {
                return InputField(name: name, type: .path(under: ""), isArray: true)
            }
            return array(name, elements, node)
        case .text(let text): return simple(name, LocatedText(text: text, location: node.location))
        case .nothing, .refused, .mapping:
            node.refuse("'type'", "a type such as string, int? or [line]", diagnostics)
            return nil
        }
    }

    private func choice(_ name: String, _ section: Section) -> InputField? {
        guard let choices = section.texts("one-of")?.map(\.text) else { return nil }
        guard !choices.isEmpty else {
            diagnostics.mistake(section.keyLocation("one-of"), "'one-of' needs at least one value")
            return nil
        }
        var isOptional = false
        switch section["type"]?.content {
        case nil, .text("one-of"): break
        case .text("one-of?"): isOptional = true
        case .some(let type):
            diagnostics.mistake(
                section.keyLocation("type"), "a choice has no other type; write \(spelling(of: choices, typed: type))")
        }
        return InputField(name: name, type: .oneOf(choices), isOptional: isOptional)
    }

    /// How a choice is written in the place of another type with `one-of`.
    private func spelling(of choices: [String], typed type: YAMLNode.Content) -> String {
        let words = choices.map { word in
            word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? word : QueryValue.string(word).json
        }
        let choice = "one-of: [\(words.joined(separator: ", "))]"
        return switch type {
        case .list: "[{\(choice)}]"
        case .text(let name) where name.hasSuffix("?"): "{type: one-of?, \(choice)}"
        default: "{\(choice)}"
        }
    }

    /// `min` and `max`.
    private func bound(_ field: inout InputField, _ section: Section) {
        guard section.contains("min") || section.contains("max") else { return }
        switch field.type {
        case .int:
            let min = section.whole("min", in: .min ... .max)
            let max = section.whole("max", in: .min ... .max)
            field.type = .int(min: min, max: max)
            checkOrder(min, max, section)
        case .number:
            let min = number("min", section)
            let max = number("max", section)
            field.type = .number(min: min, max: max)
            checkOrder(min, max, section)
        default:
            for key in ["min", "max"] where section.contains(key) {
                diagnostics.mistake(section.keyLocation(key), "'\(key)' goes with the types int and number")
            }
        }
    }

    private func checkOrder<Number: Comparable>(_ min: Number?, _ max: Number?, _ section: Section) {
        if let min, let max, min > max { diagnostics.mistake(section.keyLocation("max"), "'max' is less than 'min'") }
    }

    private func number(_ key: String, _ section: Section) -> Double? {
        guard let text = section.text(key)?.text else { return nil }
        if let number = Double.read(text) { return number }
        section.refuse(key, "a decimal number", text)
        return nil
    }

    /// `pattern`
    private func match(_ field: inout InputField, _ section: Section) {
        guard section.contains("pattern") else { return }
        guard field.type == .string || field.type == .line else {
            diagnostics.mistake(section.keyLocation("pattern"), "'pattern' goes with the types string and line")
            return
        }
        guard let text = section.text("pattern") else { return }
        guard !text.text.isEmpty else {
            diagnostics.mistake(text.location, "'pattern' is empty")
            return
        }
        do throws(TextPatternError) {
            field.type = .matching(try TextPattern(text.text), isLine: field.type == .line)
        } catch {
            diagnostics.mistake(text.location, "in /\(text.text)/: \(error)")
        }
    }

    /// `under` and `entry`
    private func place(_ field: inout InputField, _ section: Section) {
        guard case .path = field.type else {
            for key in ["under", "entry"] where section.contains(key) {
                diagnostics.mistake(section.keyLocation(key), "'\(key)' goes with the type path")
            }
            return
        }
        guard section.contains("under") else {
            diagnostics.mistake(section.location, "'path' needs its folder, as in {type: path, under: DIR}")
            return
        }
        field.isEntry = section.flag("entry") ?? false
        if let path = section.place("under", relativeTo: folder) { field.type = .path(under: path) }
    }

    private func defaultValue(_ field: InputField, _ node: YAMLNode) -> QueryValue? {
        guard field.isArray else {
            return node.text("'default'", diagnostics).flatMap { defaultValue(field.type, $0) }
        }
        return node.texts("'default'", diagnostics).map { .array($0.compactMap { defaultValue(field.type, $0) }) }
    }

    private func defaultValue(_ type: InputType, _ text: LocatedText) -> QueryValue? {
        // The author of a file who writes 'no' means false.
        if let value = type == .truthy ? InputType.bool.read(text.text) : type.read(text.text) { return value }
        diagnostics.mistake(text.location, "the default '\(text.text)' is not \(type.expectation)")
        return nil
    }
}

import DispatcherMessages
import QueryCoding

/// The JSON Schemas (draft 2020-12) of a tool. They have no `anyOf`, `oneOf` or `allOf`, which models refuse at the top.
enum ToolSchema {
    /// Returns the schema of a route's input.
    static func input(of route: ListedRoute) -> QueryValue {
        let single = (route.required ?? []).filter { $0.count == 1 }.flatMap(\.self)
        let required = route.input.filter { field in
            isRest(field.name, of: route) || single.contains(field.name) || field.isRequired
        }
        let names = required.map(\.name)
        return .record([
            ("type", "object"),
            ("properties", route.input.isEmpty ? nil : properties(route.input, of: route, notNull: names)),
            ("required", names.isEmpty ? nil : .array(names.map { .string($0) })), ("additionalProperties", false),
        ])
    }

    /// Returns the schema of a route's output; nil if the route does not declare its members.
    static func output(of route: ListedRoute) -> QueryValue? {
        switch route.output {
        case .word("lines"):
            return [
                "type": "object", "properties": ["result": ["type": "array", "items": ["type": "string"]]],
                "required": ["result"],
            ]
        case .word: return nil
        case .list(let fields):
            let required = fields.filter { !$0.isOptional }
            return .record([
                ("type", "object"), ("properties", properties(fields, of: route, notNull: fields.map(\.name))),
                ("required", required.isEmpty ? nil : .array(required.map { .string($0.name) })),
            ])
        }
    }

    /// - Parameter notNull: The names of the fields that may not be null.
    private static func properties(_ fields: [ListedField], of route: ListedRoute, notNull: [String]) -> QueryValue {
        .record(
            fields.map { field in
                let isRest = isRest(field.name, of: route)
                return (field.name, schema(of: field, isRest: isRest, isNullable: !notNull.contains(field.name)))
            })
    }

    /// Whether a field is the rest of a path, which has at least one segment.
    private static func isRest(_ name: String, of route: ListedRoute) -> Bool {
        !route.paths.isEmpty && route.paths.allSatisfy { $0.contains("{\(name)**}") }
    }

    /// Returns the schema of a field. Clients that may not give null for no value give the text "null" instead.
    ///
    /// Null is the second of two types: some clients take the first type alone, and some models accept null neither as one
    /// of several schemas nor as a choice of `enum` nor as an item. The choices of `enum` exclude the text "null" anyway.
    private static func schema(of field: ListedField, isRest: Bool, isNullable: Bool) -> QueryValue {
        var sentences = [field.description].compactMap(\.self)
        var members = scalar(field, &sentences)
        if field.isArray {
            if let separator = field.separator {
                sentences.append("No item contains \(separator == "newline" ? "a line break" : "'\(separator)'").")
            }
            members = [("type", "array"), ("items", .record(members)), ("minItems", isRest ? 1 : nil)]
        }
        if isNullable, case ("type", let type?)? = members.first { members[0].1 = [type, "null"] }
        members.append(("default", field.defaultValue?.value))
        members.append(("description", sentences.isEmpty ? nil : .string(sentences.joined(separator: " "))))
        return .record(members)
    }

    /// Returns the members of the schema of a field's type, or of the type of its items.
    /// - Parameter sentences: Gets what the schema cannot express.
    private static func scalar(_ field: ListedField, _ sentences: inout [String]) -> [(String, QueryValue?)] {
        if let choices = field.choices { return [("enum", .array(choices.map { .string($0) }))] }
        if let pattern = field.pattern {
            let isPortable = isPortable(pattern)
            if !isPortable { sentences.append("Matches /\(pattern)/ as a whole.") }
            return [("type", "string"), ("pattern", isPortable ? .string("^(?:\(pattern))$") : nil)]
        }
        switch field.itemType {
        case "line": return [("type", "string"), ("pattern", "^[^\\r\\n]*$")]
        case "int": return [("type", "integer"), ("minimum", field.least?.value), ("maximum", field.greatest?.value)]
        case "number": return [("type", "number"), ("minimum", field.least?.value), ("maximum", field.greatest?.value)]
        case "bool": return [("type", "boolean")]
        case "uuid": return [("type", "string"), ("format", "uuid")]
        case "base64": return [("type", "string"), ("contentEncoding", "base64")]
        case "url":
            let schemes = (field.schemes ?? []).filter { $0 != ListedRoute.any }
            if !schemes.isEmpty { sentences.append("A URL of: \(schemes.joined(separator: ", ")).") }
            return [("type", "string"), ("format", "uri")]
        case "date":
            sentences.append("A day or a time of ISO 8601 with its zone.")
            return [("type", "string"), ("examples", ["2027-01-31", "2027-01-31T09:30:00Z"])]
        case "path":
            sentences.append("A relative path; no '..'.")
            return [("type", "string")]
        default: return [("type", "string")]
        }
    }

    /// Whether a regular expression means the same in ECMA-262 with the flag `u`: no escape but those of classes and
    /// punctuation, no group but a plain one, and a brace only as a count.
    static func isPortable(_ pattern: String) -> Bool {
        let parts =
            #/
            (?: \\[dDsSwWbBnrtfv.\\\/^$*+?()\[\]{}|]
            | \[ (?: \\[dDsSwWbBnrtfv.\\\/^$*+?()\[\]{}|\-] | [^\]\\] )* \]
            | \( (?: \?: | (?!\?) )
            | \{ [0-9,]+ \}
            | [^\\\[\(\{\}] )*
            /#
        return pattern.wholeMatch(of: parts) != nil
    }
}

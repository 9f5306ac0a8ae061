import DispatcherMessages
import QueryCoding

/// A labelled control for one field of an input, fitting its type.
struct FormField {
    let field: ListedField
    /// The control's id in the page.
    let identifier: String

    var html: String {
        let id = HTML.escaped(identifier)
        return """
            <div class="field"><label for="\(id)">\(HTML.shown(field.name))</label>\(control(id))\
            <small id="\(id)-hint">\(HTML.escaped(hint))</small></div>
            """
    }

    private var item: String { String(field.itemType) }

    private func control(_ id: String) -> String {
        let name = "id=\"\(id)\" name=\"\(HTML.escaped(field.name))\" aria-describedby=\"\(id)-hint\""
        let required = field.isRequired ? " required" : ""
        let placeholder =
            field.defaultValue.map { " placeholder=\"\(HTML.shown($0.value.text ?? $0.value.json))\"" } ?? ""
        if field.isArray {
            let separator =
                field.separator.map { " data-separator=\"\(HTML.escaped($0 == "newline" ? "\n" : $0))\"" } ?? ""
            return "<textarea \(name) rows=\"2\" data-items\(separator)\(placeholder)></textarea>"
        }
        if let choices = field.choices {
            let standard = field.defaultValue.map { $0.value.text ?? $0.value.json } ?? ""
            let empty = field.isRequired ? "" : "<option value=\"\">\(HTML.shown(standard))</option>"
            let options = choices.filter { $0 != standard }.map { choice in
                "<option value=\"\(HTML.escaped(choice))\">\(HTML.shown(choice))</option>"
            }.joined()
            return "<select \(name)\(required)>\(empty)\(options)</select>"
        }
        switch item {
        case "string": return "<textarea \(name) rows=\"2\"\(required)\(placeholder)></textarea>"
        case "bool" where field.defaultValue?.value == true: return "<input \(name) type=\"checkbox\" checked>"
        case "bool": return "<input \(name) type=\"checkbox\"\(field.isRequired ? " data-always" : "")>"
        case "int", "number":
            let limits = [("min", field.least), ("max", field.greatest)].map { name, value in
                (value?.value.text).map { " \(name)=\"\(HTML.escaped($0))\"" } ?? ""
            }
            let step = item == "int" ? "1" : "any"
            return "<input \(name) type=\"number\" step=\"\(step)\"\(limits.joined())\(required)\(placeholder)>"
        case "date", "url": return "<input \(name) type=\"\(item)\"\(required)\(placeholder)>"
        default:
            let type = field.isSecret == true ? "password\" autocomplete=\"off" : "text"
            return "<input \(name) type=\"\(type)\"\(required)\(placeholder)>"
        }
    }

    /// Descriptions of types for people; empty if the control shows the type.
    private static let kinds = [
        "string": "", "line": "one line of text", "int": "a whole number", "number": "a number", "bool": "",
        "date": "a date", "url": "a URL", "uuid": "a UUID", "path": "the path of a file",
    ]

    private var hint: String {
        var parts = [field.description.map { Printable.shown($0, limit: nil, isolated: true) } ?? ""]
        if field.choices == nil, field.pattern == nil { parts.append(Self.kinds[item] ?? item) }
        for (word, limit) in [("at least", field.least), ("at most", field.greatest)] {
            if let text = limit?.value.text { parts.append("\(word) \(text)") }
        }
        if let pattern = field.pattern { parts.append("like \(Printable.shown(pattern, limit: nil, isolated: true))") }
        if field.isArray { parts.append("one in each line") }
        if field.isOptional || field.isArray { parts.append("optional") }
        if let value = field.defaultValue, field.choices == nil, item != "bool" {
            let text = Printable.shown(value.value.text ?? value.value.json, limit: nil, isolated: true)
            parts.append("\(text) if you leave it out")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

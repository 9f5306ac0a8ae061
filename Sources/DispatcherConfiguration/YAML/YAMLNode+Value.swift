import QueryCoding

extension YAMLNode {
    /// Makes the node for a value, as if the value were in a file.
    init(_ value: QueryValue) {
        let location = SourceLocation(file: "input", line: 1, column: 1)
        let content: Content =
            switch value {
            case .null: .nothing
            case .bool, .number, .string: .text(value.text ?? "")
            case .array(let elements): .list(elements.map(YAMLNode.init))
            case .object(let members):
                .mapping(
                    members.map { member in
                        Entry(key: LocatedText(text: member.name, location: location), value: YAMLNode(member.value))
                    })
            }
        self.init(location: location, content: content)
    }

    /// Returns a text, followed by the value of the node as JSON. Every scalar becomes a string.
    func json(after text: String) -> String {
        var printer = JSONPrinter()
        write(to: &printer)
        return text + String(decoding: printer.bytes, as: UTF8.self)
    }

    private func write(to printer: inout JSONPrinter) {
        switch content {
        case .nothing, .refused: printer.null()
        case .text(let text): printer.string(text)
        case .list(let elements):
            printer.beginArray()
            for element in elements { element.write(to: &printer) }
            printer.endArray()
        case .mapping(let entries):
            printer.beginObject()
            for entry in entries {
                printer.name(entry.key.text)
                entry.value.write(to: &printer)
            }
            printer.endObject()
        }
    }
}

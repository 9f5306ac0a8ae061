import QueryCoding

extension YAMLNode {
    /// The node for a value, as if it were in a file.
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

    /// The value of the node. Every scalar is a text.
    var value: QueryValue {
        switch content {
        case .nothing, .refused: .null
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map(\.value))
        case .mapping(let entries): .object(entries.map { QueryValue.Member($0.key.text, $0.value.value) })
        }
    }
}

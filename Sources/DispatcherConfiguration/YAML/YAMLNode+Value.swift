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
}

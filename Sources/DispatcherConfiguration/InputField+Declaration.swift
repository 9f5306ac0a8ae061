package import QueryCoding

extension InputField {
    /// The parameters that a worker declares for its route, in the words of a file's `input`. Throws what is wrong with
    /// the first bad one.
    package static func declared(_ value: QueryValue) throws(Mistake) -> [InputField] {
        let findings = Findings()
        let fields = InputReader(folder: "/", findings: findings).fields(YAMLNode(value))
        if let mistake = findings.mistakes.first { throw mistake }
        return fields
    }
}

extension YAMLNode {
    /// The same value as if it stood in a file.
    fileprivate init(_ value: QueryValue) {
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

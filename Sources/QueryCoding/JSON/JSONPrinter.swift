extension QueryValue {
    /// The value as JSON on one line (RFC 8259). Members keep their order; control characters are escaped, all other
    /// text is UTF-8.
    package var json: String {
        var output = ""
        write(to: &output)
        return output
    }

    private func write(to output: inout String) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let text): output += text
        case .string(let text): Self.write(text, to: &output)
        case .array(let values):
            output += "["
            for (index, value) in values.enumerated() {
                if index > 0 { output += "," }
                value.write(to: &output)
            }
            output += "]"
        case .object(let members):
            output += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { output += "," }
                Self.write(member.name, to: &output)
                output += ":"
                member.value.write(to: &output)
            }
            output += "}"
        }
    }

    private static func write(_ text: String, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            // Also C1 controls, for terminals, and the two separators that end a line in JavaScript.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let hex = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }

    /// Makes an object of the members whose values are not nil.
    package static func record(_ members: [(String, QueryValue?)]) -> QueryValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// Makes an object of the members whose values are not nil.
    package static func record<Name: RawRepresentable<String>>(_ members: [(Name, QueryValue?)]) -> QueryValue {
        var record: [Member] = []
        // By index: the methods of sequences look up the conformances of a generic element when they run, which would take
        // longer than everything else that the client does before it sends.
        for index in members.indices {
            if let value = members[index].1 { record.append(Member(members[index].0.rawValue, value)) }
        }
        return .object(record)
    }
}

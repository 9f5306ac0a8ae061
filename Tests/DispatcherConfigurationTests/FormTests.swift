import QueryCoding
import Testing

@testable import DispatcherConfiguration

/// Each form of words says twice which words it has: by the code that reads it and by its schema.
struct FormTests {
    /// A form of texts.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let schema: QueryValue
        let reads: @Sendable (String) -> Bool

        init<Value>(_ name: String, _ form: Form<Value>) {
            testDescription = name
            schema = form.schema()
            reads = { text in
                let place = SourceLocation(file: "test", line: 1, column: 1)
                let context = ValueContext(
                    origin: FileOrigin(path: "/test", shown: "test"), diagnostics: Diagnostics(),
                    key: LocatedText(text: "key", location: place))
                let value = form.read(YAMLNode(location: place, content: .text(text)), context)
                return value != nil && !context.diagnostics.hasMistakes
            }
        }
    }

    static let cases: [Case] = [
        Case("text", Form<String>.text),
        Case("flag", Form<Bool>.flag),
        Case("words", Form<Int>.words(["json": 1, "newline": 2])),
        Case("word of a type", Form.word(of: RouteEffect.self)),
        Case("word or list", Form<[String]?>.word("json", or: .list(of: .text))),
    ]

    private static let texts = [
        "", "a", "json", "newline", "Json", "json ", "reads", "adds", "changes", "true", "false", "on", "off", "yes",
        "no", "Off",
        "0", "1", "null", "~", "é",
    ]

    @Test(arguments: cases)
    func `the reader and the schema agree`(form: Case) throws {
        let schema = try TextSchema(form.schema)
        var read = 0
        for text in Self.texts {
            let isRead = form.reads(text)
            if isRead { read += 1 }
            let isAccepted = schema.accepts(text)
            #expect(isRead == isAccepted, "\(text.debugDescription)")
        }
        #expect(read > 0)
    }
}

/// The part of a JSON Schema that is about texts.
private struct TextSchema {
    private var words: [String]?
    private var alternatives: [TextSchema]?
    private var isText = true

    init(_ schema: QueryValue) throws {
        for member in schema.members ?? [] {
            switch member.name {
            case "enum": words = member.value.elements?.compactMap(\.text)
            case "anyOf": alternatives = try member.value.elements?.map(TextSchema.init)
            case "type": isText = (member.value.elements ?? [member.value]).contains("string")
            default: break
            }
        }
    }

    func accepts(_ text: String) -> Bool {
        if let alternatives { return alternatives.contains { $0.accepts(text) } }
        return isText && words?.contains(text) ?? true
    }
}

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
        "no", "Off", "0", "1", "null", "~", "é",
    ]

    @Test(arguments: cases)
    func `the reader and the schema agree`(form: Case) {
        for text in Self.texts {
            #expect(form.reads(text) == Self.accepts(form.schema, text), "\(text.debugDescription)")
        }
        #expect(Self.texts.contains(where: form.reads))
    }

    /// Whether a text matches the parts of a schema that are about texts.
    private static func accepts(_ schema: QueryValue, _ text: String) -> Bool {
        if let alternatives = schema["anyOf"]?.elements { return alternatives.contains { accepts($0, text) } }
        let types = schema["type"].map { $0.elements ?? [$0] }
        return types?.contains("string") ?? true && schema["enum"]?.elements?.contains { $0.text == text } ?? true
    }
}

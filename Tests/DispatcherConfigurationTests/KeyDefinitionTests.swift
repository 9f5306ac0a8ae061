import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing

/// The definitions that the reader, the manual and the schema share.
struct KeyDefinitionTests {
    /// A key with the heading of its table.
    struct Key: Sendable, CustomTestStringConvertible {
        let heading: String
        let key: KeyDefinition

        var testDescription: String { "\(heading): \(key.name)" }

        static let all = KeyDefinition.manual.flatMap { heading, keys in keys.map { Key(heading: heading, key: $0) } }

        /// The kind of file that has the key.
        var kind: ExampleFile.Kind {
            switch heading {
            case "KEYS OF config.yaml", "KEYS OF callbacks", "KEYS OF apps", "KEYS OF history", "KEYS OF limits":
                .config
            case "KEYS OF A ROUTES FILE": .file
            default: .route
            }
        }

        /// The key with a value, where it belongs.
        func line(_ value: String) -> String {
            let pair = "\(key.name): \(value)"
            return switch heading {
            case "KEYS OF config.yaml", "KEYS OF A ROUTES FILE", "KEYS OF A ROUTE": pair
            case "KEYS OF apps": "apps: {a: {\(pair)}}"
            case "KEYS OF AN INPUT": "input: {a: {\(key.name == "type" ? "" : "type: line, ")\(pair)}}"
            case "KEYS OF examples": "examples: [{\(pair)}]"
            default: "\(heading.split(separator: " ").last ?? ""): {\(pair)}"
            }
        }
    }

    @Test(arguments: Key.all)
    func `the example of each key is without a mistake, and shows the key`(key: Key) throws {
        #expect(key.key.example.contains("\(key.key.name):"))
        let file = ExampleFile(key.kind, key.key.example)
        #expect(try file.mistakes() == [], "\(file.text)")
    }

    @Test(arguments: Key.all)
    func `the reader looks at the value of each key`(key: Key) throws {
        // No key takes a list of lists of lists.
        let mistakes = try ExampleFile(key.kind, key.line("[[[x]]]")).mistakes()
        #expect(!mistakes.isEmpty && !mistakes.contains { $0.contains("unknown key") }, "\(mistakes)")
        let unknown = try ExampleFile(key.kind, key.line("x").replacing("\(key.key.name):", with: "\(key.key.name)q:"))
            .mistakes()
        #expect(unknown.contains { $0.contains("unknown key '\(key.key.name)q'; did you mean") }, "\(unknown)")
    }

    /// A value for the input of the example of each type.
    private static let values: [InputTypeName: String] = [
        .string: "two\nlines", .line: "To do", .int: "-7", .number: "1.25", .bool: "off", .date: "2027-01-31T09:30:00Z",
        .uuid: "123e4567-e89b-12d3-a456-426614174000", .url: "https://example.org/", .base64: "aGVsbG8=", .oneOf: "low",
        .path: "2027/plan.md",
    ]

    @Test(arguments: InputTypeName.allCases)
    func `the example of each type is without a mistake, and takes its value`(type: InputTypeName) throws {
        let file = ExampleFile(.route, type.manual.example)
        let configuration = try file.load()
        #expect(configuration.mistakes.isEmpty)
        let field = try #require(configuration.firstRoute?.input.first)
        #expect(field.type.read(try #require(Self.values[type])) != nil)
    }

    @Test func `the sample of the manual is without a mistake`() throws {
        #expect(try Configuration.routes(KeyDefinition.sample).mistakes.isEmpty)
    }
}

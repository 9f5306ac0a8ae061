import QueryCoding
import TestSupport
import Testing

@testable import DispatcherConfiguration

struct RobustnessTests {
    @Test func `no beginning of a file does harm`() throws {
        let sample = Array(RouteReadingTests.sample.utf8)
        let folder = try TemporaryFolder(configuration: [:])
        for length in stride(from: 0, through: sample.count, by: 3) {
            try folder.write(Array(sample[..<length]), to: "routes.d/notes.yaml")
            let configuration = folder.load()
            #expect(configuration.mistakes.isEmpty == (configuration.files.first?.state != .refused))
        }
    }

    static let texts: [String] = [
        String(repeating: "[", count: 900) + String(repeating: "]", count: 900),  // deep
        String(repeating: "[", count: 100_000),  // deeper than the parser goes
        "schemes: *nobody",  // an alias of nothing
        "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]",  // values that multiply
        "? [a]\n: b",  // a key that is a list
        "&k a: b",  // a key with an anchor
        "a",  // shorter than any text with a place
        "\u{FEFF}schemes: [a",  // a byte order mark
        "%YAML 9.9\n---\na: b",
        "schemes: !<x> [a]",
    ]

    @Test(arguments: texts)
    func `hostile files are mistakes`(text: String) throws {
        #expect(try Configuration.routes(text).files.map(\.state) == [.refused])
    }

    @Test func `a worker declares its input in the words of a file`() throws {
        let fields = try InputField.declared([
            "a": "line?", "b": ["int"], "c": ["type": "int", "min": 1, "secret": true],
        ])
        #expect(
            fields == [
                InputField(name: "a", type: .line, isOptional: true),
                InputField(name: "b", type: .int(min: nil, max: nil), isArray: true),
                InputField(name: "c", type: .int(min: 1, max: nil), declaredSecret: true),
            ])
        let mistake = #expect(throws: Diagnostic.self) { try InputField.declared(["a": "strng"]) }
        #expect(mistake?.message == "unknown type 'strng'; did you mean 'string'?")
    }
}

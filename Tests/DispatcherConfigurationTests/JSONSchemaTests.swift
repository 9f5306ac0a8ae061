import DispatcherConfiguration
import TestSupport
import Testing

/// The schemas, as python3-jsonschema reads them: they accept what the reader accepts, and refuse wrong keys, types and words.
@Suite(.enabled(if: SchemaValidator.exists, "needs python3-jsonschema and python3-ruamel.yaml"))
struct JSONSchemaTests {
    private func schema(of kind: ExampleFile.Kind) -> JSONSchema.File { kind == .config ? .config : .routes }

    @Test func `every sample is accepted`() throws {
        let samples = ["config", "Sources/xcallback/Recipes", "Tests/Apps"]
            .flatMap { Repository.files($0, suffix: ".yaml") }
            // It is a command, and no file of routes.
            .filter { !$0.hasSuffix("/appimage.yaml") }
        #expect(samples.count > 10)
        let files = try samples.map { path in
            (path.hasSuffix("config.yaml") ? JSONSchema.File.config : .routes, try Repository.text(path))
        }
        for (path, verdict) in zip(samples, try SchemaValidator.verdicts(files)) { #expect(verdict == nil, "\(path)") }
    }

    @Test func `every example of the manual is accepted`() throws {
        let files = ExampleFile.manual.map { (schema(of: $0.file.kind), $0.file.text) }
        let all = files + [(.routes, KeyDefinition.sample)]
        let verdicts = try SchemaValidator.verdicts(all)
        #expect(verdicts.count == all.count)
        for (file, verdict) in zip(all, verdicts) { #expect(verdict == nil, "\(file.1)") }
    }

    @Test func `a value of another kind is refused at every key`() throws {
        let keys = KeyDefinitionTests.Key.all
        let files = keys.map { (schema(of: $0.kind), ExampleFile($0.kind, $0.line("[[[x]]]")).text) }
        for (key, verdict) in zip(keys, try SchemaValidator.verdicts(files)) {
            #expect(verdict != nil, "\(key.testDescription)")
        }
    }

    @Test(arguments: [
        ("an unknown key", "shcemes: [a]"), ("a missing key", "routes: [{name: r, run: [x]}]"),
        ("a word", "desktop: alow"),
        ("a word of a route", "routes: [{name: r, path: /r, run: [x], stdin: json, output: jsn}]"),
        ("a type", "routes: [{name: r, path: /r, input: {a: strng}, run: [x]}]"),
        ("a number with a unit missing", "routes: [{name: r, path: /r, run: [x], timeout: 5}]"),
        ("an empty command", "routes: [{name: r, path: /r, run: []}]"),
    ])
    func `a mistake in a key, a type or a word is refused`(reason: String, line: String) throws {
        let file = (line.hasPrefix("routes:") ? "" : "routes: [{name: r, path: /r, run: [x]}]\n") + "schemes: [n]\n"
        #expect(try !Configuration.routes(file + line).mistakes.isEmpty)
        #expect(try SchemaValidator.verdicts([(.routes, file + line)]) != [nil], "\(reason)")
    }
}

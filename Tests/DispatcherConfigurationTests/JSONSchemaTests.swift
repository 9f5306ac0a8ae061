import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing

/// The schemas, as python3-jsonschema reads them: they accept what the reader accepts, and refuse most of the rest.
@Suite(.enabled(if: SchemaValidator.exists, "needs python3-jsonschema and python3-ruamel.yaml"))
struct JSONSchemaTests {
    private func schema(of kind: ExampleFile.Kind) -> JSONSchema.File { kind == .config ? .config : .routes }

    @Test func `every sample is accepted`() throws {
        let samples = Repository.files("config", suffix: ".yaml")
        #expect(samples.count > 10)
        let files = try samples.map { path in
            (path.hasSuffix("config.yaml") ? JSONSchema.File.config : .routes, try Repository.text(path))
        }
        for (path, verdict) in zip(samples, try SchemaValidator.verdicts(files)) { #expect(verdict == nil, "\(path)") }
    }

    @Test func `every example of the manual is accepted`() throws {
        var files = KeyTableTests.Key.all.map { ExampleFile($0.kind, $0.key.example) }
        files += InputTypeName.allCases.map { ExampleFile(.route, $0.manual.example) }
        let all = files.map { (schema(of: $0.kind), $0.text) } + [(.routes, KeyTable.sample)]
        let verdicts = try SchemaValidator.verdicts(all)
        #expect(verdicts.count == all.count)
        for (file, verdict) in zip(all, verdicts) { #expect(verdict == nil, "\(file.1)") }
    }

    @Test func `a value of another kind is refused at every key`() throws {
        let keys = KeyTableTests.Key.all
        let files = keys.map { (schema(of: $0.kind), ExampleFile($0.kind, $0.line("[[[x]]]")).text) }
        for (key, verdict) in zip(keys, try SchemaValidator.verdicts(files)) {
            #expect(verdict != nil, "\(key.testDescription)")
        }
    }

    @Test func `every mistake is refused but those that no schema can express`() throws {
        let mistakes: [(schema: JSONSchema.File, file: BadFile)] =
            (RoutesFileMistakeTests.routes + RoutesFileMistakeTests.files + ActionMistakeTests.actions
            + ActionMistakeTests.words + AnswerKeyTests.mistakes + ScriptReadingTests.mistakes
            + SpellingMistakeTests.files)
            .map { (.routes, $0) }
            + SettingsTests.bad.map { (.config, $0) }
        let verdicts = try SchemaValidator.verdicts(mistakes.map { ($0.schema, $0.file.text) })
        #expect(verdicts.count == mistakes.count)
        let accepted = zip(mistakes, verdicts).filter { $1 == nil }.map(\.0.file.reason)
        #expect(accepted.sorted() == Self.inexpressible.flatMap(\.reasons).sorted())
    }

    /// The mistakes that the schemas accept, and why no schema can refuse them.
    static let inexpressible: [(because: String, reasons: [String])] = [
        (
            "a value must fit a name that another key declares",
            [
                "a misspelt parameter", "a misspelt parameter", "a misspelt parameter of a step", "a name with a dash",
                "a request value without braces", "the request's own value", "a variable in a command",
                "a parameter that is always there",
                "a result-name that is no input",
                "a number for a name", "names for a name", "a secret name", "a default that is no name",
                "an array in open", "a redirect of an array", "two arrays in one argument", "stdin of an array",
                "a path among all parameters", "a token that is an input", "a variable of the route",
                "an input that never arrives", "an input that the file takes out", "a name in the path",
                "a scalar for the rest of the path",
            ]
        ),
        (
            "a value must fit the type beside it",
            [
                "a default of another type", "a default that does not match",
                "a default of which one item does not match", "bounds that leave nothing",
                "one-of with another type", "one-of with an optional type", "one-of with an array",
            ]
        ),
        ("a member of an output has fewer options than an input", ["a path in an output"]),
        ("a number in a text has no bounds", ["a history that holds nothing"]),
        (
            "patterns, URLs and regular expressions have a grammar of their own",
            [
                "a bad pattern", "a bad regular expression in a path", "a pattern that means nothing",
                "a redirect that every request would fail",
            ]
        ),
        (
            "it depends on the other routes",
            [
                "the same name twice", "the same route twice", "two routes that tie", "a misspelt scheme",
                "a scheme of another app", "a host of another",
            ]
        ),
        (
            "it depends on what a program does with its arguments",
            [
                "code among all parameters", "a prompt that the question chooses", "an opener that runs the URL",
                "an opener of one scheme that runs the URL", "a variable in a condition",
                "a variable in a long condition", "the home folder in a condition",
            ]
        ),
        ("YAML resolves it before the schema sees the value", ["an anchor", "a tag"]),
    ]
}

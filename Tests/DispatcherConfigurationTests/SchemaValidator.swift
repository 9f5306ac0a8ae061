import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing
import UnixSystem

/// python3-jsonschema.
enum SchemaValidator {
    /// Debian's own Python: another one on PATH may be without the packages.
    private static let python = "/usr/bin/python3"

    static let exists: Bool = {
        let line = "'\(python)' -c 'import jsonschema, ruamel.yaml' 2>/dev/null"
        return (try? ChildProcess(["/bin/sh", "-c", line]))?.wait() == 0
    }()

    /// What the schema says about each file: nil, or why it is refused.
    static func verdicts(_ files: [(schema: JSONSchema.File, text: String)]) throws -> [String?] {
        let folder = try TemporaryFolder()
        let schemas = JSONSchema.File.allCases.map { QueryValue.Member($0.rawValue, $0.value) }
        let input = QueryValue.record([
            ("schemas", .object(schemas)),
            ("files", .array(files.map { [.string($0.schema.rawValue), .string($0.text)] })),
        ])
        try folder.write(input.json, to: "input.json")
        try folder.write(script, to: "check.py")
        let line = "'\(python)' '\(folder.path)/check.py' <'\(folder.path)/input.json' >'\(folder.path)/output.json'"
        #expect(try ChildProcess(["/bin/sh", "-c", line]).wait() == 0)
        let output = try FileContents.read("\(folder.path)/output.json") ?? []
        return try JSONParser.parse(output, depthLimit: 8).elements?.map(\.string) ?? []
    }

    /// Reads YAML by version 1.2, as the editors do.
    private static let script = #"""
        import json, sys, jsonschema, ruamel.yaml
        from ruamel.yaml.error import YAMLError

        def verdict(validator, text):
            # To the editors a day is a text.
            try: value = json.loads(json.dumps(ruamel.yaml.YAML(typ="safe", pure=True).load(text), default=str))
            except YAMLError as error: return "YAML: " + str(error)
            error = next(iter(sorted(validator.iter_errors(value), key=str)), None)
            return error and "/".join(map(str, error.path)) + ": " + error.message

        given = json.load(sys.stdin)
        validators = {}
        for name, schema in given["schemas"].items():
            jsonschema.Draft7Validator.check_schema(schema)
            validators[name] = jsonschema.Draft7Validator(schema)
        json.dump([verdict(validators[name], text) for name, text in given["files"]], sys.stdout)
        """#
}

import TestSupport
import Testing

@testable import DispatcherConfiguration

/// `script` and `interpreter` of a route.
struct ScriptReadingTests {
    private func script(_ lines: String) throws -> Script? {
        guard case .script(let script)? = try Configuration.route("path: /x\n\(lines)")?.action else { return nil }
        return script
    }

    @Test func `the text is taken as it is`() throws {
        let lines = "input: {name: line}\nscript: |\n  echo \"$name\" $unknown $$ ${x:-url}\n  echo 'two'"
        #expect(try script(lines) == Script(text: "echo \"$name\" $unknown $$ ${x:-url}\necho 'two'\n"))
    }

    @Test func `the interpreter is a literal command`() throws {
        let script = try script("script: print()\ninterpreter: [./python, -u, $x]")
        #expect(script?.interpreter?.first?.hasSuffix("/routes.d/python") == true)
        #expect(script?.interpreter?.dropFirst() == ["-u", "$x"])
        #expect(script?.text == "print()")
    }

    static let mistakes: [BadFile] = [
        BadFile(
            "no text", BadFile.route("path: /a\nscript: \"\""),
            "4:13: 'script' has no text; write it as in 'script: |', indented on the next lines"),
        BadFile(
            "only blanks", BadFile.route("path: /a\nscript: \"\\n \\n\""),
            "4:13: 'script' has no text; write it as in 'script: |', indented on the next lines"),
        BadFile("a list", BadFile.route("path: /a\nscript: [ls]"), "4:13: 'script' must be a text, not a list"),
        BadFile(
            "two actions", BadFile.route("path: /a\nscript: ls\nrun: [ls]"),
            "4:5: a route has one action, not 'run' and 'script'"),
        BadFile(
            "an interpreter of a command", BadFile.route("path: /a\nrun: [ls]\ninterpreter: [python3]"),
            "5:5: 'interpreter' goes with 'script', not with 'run'"),
        BadFile(
            "an interpreter of a URL", BadFile.route("path: /a\nopen: x:y\ninterpreter: [python3]"),
            "5:5: 'interpreter' goes with 'script', not with 'open'"),
        BadFile(
            "an interpreter alone", BadFile.route("path: /a\ninterpreter: [python3]"),
            "3:5: a route needs 'run', 'script', 'open', 'redirect' or 'worker'"),
        BadFile(
            "no interpreter", BadFile.route("path: /a\nscript: ls\ninterpreter: []"),
            "5:18: 'interpreter' must name a program"),
        BadFile(
            "U+0000", BadFile.route("path: /a\nscript: \"ls\\0\""), "4:13: a script cannot hold U+0000"),
        BadFile(
            "the request's own value", BadFile.route("path: /a\nscript: echo ${x-url}"),
            "4:13: a script does not get '${x-url}'; pass it as an argument, as in run: "
                + "[sh, -c, 'echo \"$$1\"', sh, '${x-url}']"),
        BadFile(
            "too long for an argument", BadFile.route("path: /a\nscript: \(String(repeating: "a", count: 131_072))"),
            "4:13: 'script' is longer than 131071 bytes; put the script into a file, and name the file in 'run'"),
        BadFile(
            "a hyphen in a name", BadFile.route("path: /a\ninput: {due-date: line}\nscript: ls"),
            "4:5: the parameter 'due-date' cannot be a variable of 'script', whose names are lower-case letters, "
                + "digits and '_'; call it 'due_date'"),
        BadFile(
            "a capital letter", BadFile.route("path: /a\ninput: {PATH: line}\nscript: ls"),
            "4:5: the parameter 'PATH' cannot be a variable of 'script', whose names are lower-case letters, "
                + "digits and '_'; call it 'path'"),
        BadFile(
            "a name in the path", BadFile.route("path: \"/a/{_id}\"\nscript: ls"),
            "3:5: the parameter '_id' cannot be a variable of 'script', whose names are lower-case letters, "
                + "digits and '_'; call it 'id'"),
        BadFile(
            "no letter", BadFile.route("path: /a\ninput: {_1: line}\nscript: ls"),
            "4:5: the parameter '_1' cannot be a variable of 'script', whose names are lower-case letters, digits "
                + "and '_'"),
        BadFile(
            "the variable of a proxy", BadFile.route("path: /a\ninput: {http_proxy: line}\nscript: ls"),
            "4:5: the parameter 'http_proxy' would set the proxy of the programs in 'script'; choose another name"),
        BadFile(
            "a variable of the route",
            BadFile.route("path: /a\ninput: {token: line}\nscript: ls\nenvironment: [token]"),
            "4:5: the parameter 'token' would replace the variable that 'environment' lists; choose another name"),
        BadFile(
            "an example's command",
            BadFile.route("path: /a\nscript: ls\nexamples: [{url: \"notes:a\", argv: [ls]}]"),
            "5:33: 'argv' goes with 'run' routes"),
        BadFile(
            "an example's URL", BadFile.route("path: /a\nscript: ls\nexamples: [{url: \"notes:a\", opens: x:y}]"),
            "5:33: 'opens' goes with 'open' and 'redirect' routes"),
    ]

    @Test(arguments: mistakes)
    func `names every mistake with its place`(file: BadFile) throws {
        try file.expect()
    }

    @Test(arguments: ["https_proxy", "ftp_proxy", "all_proxy", "no_proxy"])
    func `no input sets a proxy`(name: String) throws {
        #expect(try script("input: {\(name): line}\nscript: ls") == nil)
    }

    @Test(arguments: ["fish_function_path", "fn_ls"])
    func `no input is a setting of a shell`(name: String) throws {
        #expect(try script("input: {\(name): line}\nscript: ls\ninterpreter: [fish]") == nil)
    }

    @Test func `a variable of config yaml is no input`() throws {
        let folder = try TemporaryFolder(configuration: [
            "config.yaml": "environment: [token]\n",
            "routes.d/notes.yaml": BadFile.route("path: /a\ninput: {token: line}\nscript: ls"),
        ])
        #expect(
            folder.load().mistakes.map(\.description) == [
                "routes.d/notes.yaml:4:5: the parameter 'token' would replace the variable that 'environment' lists; "
                    + "choose another name"
            ])
    }

    @Test func `it takes what a command takes, and is asked for`() throws {
        let route = try Configuration.route(
            """
            path: /x
            input: {body: string?, tags: [line], n_1: int}
            script: cat
            stdin: $body
            output: json
            timeout: 5s
            present: [test, -n, $n_1]
            environment: [EDITOR]
            directory: /
            cancel-exit: 1
            errors: stderr
            concurrency: 1
            rate: 5
            """)
        #expect(route?.stdin == .parameter("body"))
        #expect(route?.present != nil)
        #expect(route?.desktop == .ask)
    }

    @Test func `an interpreter takes a script of any length`() throws {
        let text = String(repeating: "a", count: 200_000)
        #expect(try script("script: \(text)\ninterpreter: [cat]")?.text == text)
    }

    @Test func `an example is a URL that the route takes`() throws {
        let route = "path: /a\ninput: {n: int}\nscript: ls\nexamples: [{url: \"notes:a?n=1\"}, {url: \"notes:a?n=x\"}]"
        let found = try Configuration.routes(BadFile.route(route)).checkExamples().map(\.description)
        let problem =
            "the example's input is refused: Value for parameter \"n\" has incorrect type. (n = x: must be a whole number)"
        #expect(found == ["routes.d/notes.yaml:6:38: \(problem)"])
    }

    @Test func `a program that the system does not have is named`() throws {
        let configuration = try Configuration.routes(
            """
            schemes: [a]
            routes:
              - {name: r, path: /r, script: ls}
              - {name: s, path: /s, script: ls, interpreter: [no-such-program]}
            """)
        #expect(
            configuration.faultsOfSurroundings(environment: ["PATH": "/usr/bin:/bin"]).map(\.description) == [
                "routes.d/notes.yaml:4:5: the program 'no-such-program' of 'notes.s' is not on PATH"
            ])
    }
}

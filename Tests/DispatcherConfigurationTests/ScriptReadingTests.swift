import TestSupport
import Testing

@testable import DispatcherConfiguration

/// `script` and `interpreter` of a route.
struct ScriptReadingTests {
    private func script(_ lines: String) throws -> Script? {
        if case .script(let script) = try Configuration.route("path: /x\n\(lines)").action { script } else { nil }
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
        #expect(route.stdin == .parameter("body"))
        #expect(route.present != nil)
        #expect(route.desktop == .ask)
    }

    @Test func `an interpreter takes a script of any length`() throws {
        let text = String(repeating: "a", count: 200_000)
        #expect(try script("script: \(text)\ninterpreter: [cat]")?.text == text)
    }

    @Test func `an example is a URL that the route takes`() throws {
        let route = "path: /a\ninput: {n: int}\nscript: ls\nexamples: [{url: \"notes:a?n=1\"}, {url: \"notes:a?n=x\"}]"
        let found = try Configuration.routes(BadFile.route(route)).checkExamples().map(\.description)
        let problem =
            "the example's input is refused: n = x: must be a whole number"
        #expect(found == ["routes.d/notes.yaml:6:38: \(problem)"])
    }
}

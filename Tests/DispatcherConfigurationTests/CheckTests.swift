import DispatcherConfiguration
import Foundation
import TestSupport
import Testing
import UnixSystem

struct CheckTests {
    private static let run = "run: [x, --, $n]"
    private static let token = "strict-input: true\n    token: {file: t, parameter: auth-token}\n    \(run)"

    static let examples: [(String, String, String?)] = [
        (run, "{url: \"a:x?n=1\"}", nil),
        (run, "{url: \"a:x?n=1\", argv: [x, --, 1]}", nil),
        (run, "{url: \"a:x?n=1\", argv: [x, 1]}", "7:16: the example runs [x, --, 1], not [x, 1]"),
        (run, "{url: \"a:y\"}", "7:16: the example reaches 'notes.s', not 'notes.r'"),
        (run, "{url: \"a:xx\"}", "7:16: the example reaches no route: no route for a:///xx; did you mean /x?"),
        (
            run, "{url: \"a:x\"}",
            "7:16: the example's input is refused: Required parameter \"n\" not found. (a whole number)"
        ),
        (run, "{url: \"a b\"}", "7:16: the example is refused: not a URL: it needs a scheme, as in 'notes:///create'"),
        ("open: b:///$n", "{url: \"a:x?n=1\", opens: \"b:///1\"}", nil),
        ("open: b:///$n", "{url: \"a:x?n=1\", opens: \"b:///2\"}", "7:16: the example opens b:///1, not b:///2"),
        // The token is no part of the input.
        (token, "{url: \"a:x?n=1&auth-token=s\"}", nil),
        (token, "{url: \"a:x?n=1&key=s\"}", "9:16: the example is refused: unknown parameter \"key\""),
    ]

    @Test(arguments: examples)
    func `examples come out as they say`(action: String, example: String, problem: String?) throws {
        let text = """
            schemes: [a]
            routes:
              - name: r
                path: /x
                input: {n: int}
                \(action)
                examples: [\(example)]
              - {name: s, path: /y, run: [x]}
            """
        let found = try Configuration.routes(text).checkExamples().map(\.description)
        #expect(found == (problem.map { ["routes.d/notes.yaml:\($0)"] } ?? []))
    }

    @Test func `tells what the system does not have`() throws {
        let configuration = try Configuration.routes(
            """
            schemes: [a]
            routes:
              - {name: r, path: /r, run: [sh], directory: /}
              - {name: s, path: /s, run: [no-such-program], directory: /nonexistent}
              - {name: t, path: /t, run: [/bin/sh], present: [/nonexistent/ready], input: {f: {type: path, under: /nonexistent}}, token: {file: /nonexistent}}
              - {name: u, path: /u, script: ls}
              - {name: v, path: /v, script: ls, interpreter: [no-such-program]}
              - {name: w, path: /w, run: [env, A=b, /bin/xcallback, start, no-such-program]}
            """)
        #expect(
            configuration.faultsOfSurroundings(environment: ["PATH": "/usr/bin:/bin"]).map(\.description) == [
                "routes.d/notes.yaml:4:5: the program 'no-such-program' of 'notes.s' is not on PATH",
                "routes.d/notes.yaml:4:5: the folder '/nonexistent' of 'notes.s' does not exist",
                "routes.d/notes.yaml:5:5: the program '/nonexistent/ready' of 'notes.t' does not exist or is not executable",
                "routes.d/notes.yaml:5:5: the folder '/nonexistent' of 'notes.t' does not exist",
                "routes.d/notes.yaml:5:5: the token file '/nonexistent' of 'notes.t' cannot be read; 'xcallback token notes.t' makes it",
                "routes.d/notes.yaml:7:5: the program 'no-such-program' of 'notes.v' is not on PATH",
                "routes.d/notes.yaml:8:5: the program 'no-such-program' of 'notes.w' is not on PATH",
            ])
    }

    @Test func `tells that a program is a shell under another name`() throws {
        let folder = try TemporaryFolder()
        let link = folder.path + "/mine"
        #expect(symlink("/bin/bash", link) == 0)
        let route = { (name: String, words: String) in
            "  - {name: \(name), path: /\(name), input: {x: line}, run: [\(words)]}\n"
        }
        let configuration = try Configuration.routes(
            "schemes: [a]\nroutes:\n" + route("r", "\(link), -c, $x")
                + route("s", "\(link), -c, 'echo \"$$1\"', me, $x") + route("t", "env, A=b, \(link), -c, $x"))
        let bash = File.resolved("/bin/bash")
        #expect(configuration.mistakes == [])
        #expect(
            configuration.faultsOfSurroundings(environment: [:]).map(\.description)
                == [("3", "r"), ("5", "t")].map { line, name in
                    "routes.d/notes.yaml:\(line):5: the program '\(link)' of 'notes.\(name)' is \(bash), and bash would "
                        + "run a value as code; pass it as an argument, as in [bash, -c, 'echo \"$$1\"', bash, $x], or "
                        + "use 'script'"
                })
    }

    @Test(arguments: [
        ("mailto:kim@b?subject=re,%20d", true), ("mailto:kim@b?subject=re%2C%20d", true),
        ("mailto:kim@b?subject=re,d", false),
    ])
    func `an example of a mail may have the author's form or the opened form`(opens: String, isRight: Bool) throws {
        let configuration = try Configuration.routes(
            """
            schemes: [a]
            routes:
              - name: r
                path: /r
                input: {s: line}
                open: "mailto:kim@b?subject=re,%20$s"
                examples: [{url: "a:///r?s=d", opens: "\(opens)"}]
            """)
        #expect(configuration.checkExamples().isEmpty == isRight)
    }
}

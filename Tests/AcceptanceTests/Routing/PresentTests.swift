import Foundation
import QueryCoding
import RequestRecord
import Testing

/// A command before the command: ready, cancelled, or not now.
@Suite(.timeLimit(.minutes(1)))
struct PresentTests {
    private func start(_ route: String) throws -> RunningDaemon {
        try RunningDaemon(
            "schemes: [t]\ndesktop: allow\nroutes:\n  - \(route)\n",
            settings: "opener: [\"true\"]\ncallbacks: {allow: [app]}\n")
    }

    private func didRun(_ daemon: RunningDaemon) -> Bool {
        FileManager.default.fileExists(atPath: "\(daemon.sandbox.path)/home/ran")
    }

    @Test(
        arguments: [
            ("exit 0", "", "success", nil),
            ("exit 130", "", "cancel", nil),
            ("exit 1", "cancel-exit: [1], ", "cancel", nil),
            ("echo no screen >&2; exit 1", "", "error", "no screen"),
            ("exit 3", "", "error", "the command of 'present' exited with status 3"),
            ("kill -9 $$$$", "", "error", "the command of 'present' was killed by signal 9"),
        ] as [(String, String, String, String?)])
    func `the status of present decides whether the command runs`(
        script: String, keys: String, outcome: String, message: String?
    ) throws {
        let daemon = try start("{name: r, path: /r, \(keys)present: [sh, -c, \"\(script)\"], run: [touch, ran]}")
        let reply = try daemon.reply(to: "t:///r?x-cancel=app%3Acancelled")
        #expect(reply["outcome"] == .string(outcome))
        #expect(reply["error"] == message.map { ["code": 409, "message": .string($0)] })
        #expect(reply["callback"]?["url"] == (outcome == "cancel" ? "app:cancelled" : nil))
        #expect(didRun(daemon) == (outcome == "success"))
    }

    @Test(
        arguments: [
            // Its message is the handler's own, although 404 is also a code of ours.
            ("404", Door.control, "", 404, "errorCode=404&errorMessage=no%20note"),
            ("404", .desktop, "errors: stderr, ", 404, "errorCode=404&errorMessage=no%20note"),
            ("404", .desktop, "", 404, "errorCode=404&errorMessage=the%20action%20failed"),
            ("\"note-gone\"", .control, "", 409, "errorCode=note-gone&errorMessage=no%20note"),
            (
                "\"note-gone\"", .desktop, "error-name: error-Code, ", 409,
                "error-Code=note-gone&errorMessage=the%20action%20failed"
            ),
            ("\"see /home\"", .control, "", 409, "errorCode=409&errorMessage=no%20note"),
        ] as [(String, Door, String, QueryValue, String)])
    func `present may print the code of its refusal`(
        code: String, door: Door, keys: String, replied: QueryValue, appended: String
    ) throws {
        // In a YAML text within single quotes, two of them are one.
        let script = "echo ''{\"code\": \(code)}''; echo no note >&2; exit 1"
        let daemon = try start("{name: r, path: /r, \(keys)present: [sh, -c, '\(script)'], run: [touch, ran]}")
        let reply = try daemon.reply(to: "t:///r?x-error=app%3Afailed", door: door)
        #expect(reply["error"]?["code"] == replied)
        #expect(reply["callback"]?["url"] == .string("app:failed?\(appended)"))
        #expect(!didRun(daemon))
    }

    @Test(
        arguments: [
            ("output: json, ", "{\"code\": 1001}", 1001, "1001"),
            ("output: json, ", "{\"code\": \"gone\"}", 4, "gone"),
            ("output: text, ", "{\"code\": 1001}", 4, "4"),
        ] as [(String, String, QueryValue, String)])
    func `a command whose output is JSON may print the code of its failure`(
        keys: String, output: String, replied: QueryValue, code: String
    ) throws {
        let daemon = try start(
            "{name: r, path: /r, \(keys)run: [sh, -c, 'echo ''\(output)''; echo no note >&2; exit 4']}")
        let reply = try daemon.reply(to: "t:///r?x-error=app%3Afailed")
        #expect(reply["error"] == ["code": replied, "message": "no note"])
        #expect(reply["callback"]?["url"] == .string("app:failed?errorCode=\(code)&errorMessage=no%20note"))
    }

    @Test(arguments: [("", "the action failed"), ("errors: stderr, ", "no screen")])
    func `the stderr of present reaches a web page only with errors: stderr`(keys: String, message: String) throws {
        let daemon = try start(
            "{name: r, path: /r, \(keys)present: [sh, -c, \"echo no screen >&2; exit 1\"], run: [touch, ran]}")
        let error = try daemon.reply(to: "t:///r", door: .desktop)["error"]
        #expect(error == ["code": 409, "message": .string(message)])
        #expect(!didRun(daemon))
    }

    @Test func `present gets values, variables and folder as the command does, and no standard input`() throws {
        let daemon = try start(
            """
            {name: r, path: /r, input: {a: line}, directory: /, stdin: json,
                present: [sh, -c, 'printf "%s %s %s %s" "$$1" "$$XCALLBACK_ROUTE" "$$PWD" "$$(cat)" > "$$HOME/said"', sh, $a],
                run: [cat], output: json}
            """)
        #expect(try daemon.reply(to: "t:///r?a=b%20c")["output"] == ["a": "b c"])
        #expect(try daemon.sandbox.contents("home/said") == "b c t.r / ")
    }

    @Test func `present has the route's timeout, and the command the whole of it again`() throws {
        let late = try start("{name: r, path: /r, timeout: 200ms, present: [sleep, \"60\"], run: [touch, ran]}")
        let error = try late.reply(to: "t:///r")["error"]
        #expect(error == ["code": 408, "message": "the command of 'present' took longer than 0.2 seconds"])
        #expect(!didRun(late))
    }

    @Test func `an input that the command cannot take is refused before anything is shown`() throws {
        let daemon = try start("{name: r, path: /r, input: {a: line}, present: [touch, shown], run: [echo, $a]}")
        #expect(try daemon.result("t:///r?a=-n") == "400")
        #expect(!FileManager.default.fileExists(atPath: "\(daemon.sandbox.path)/home/shown"))
    }
}

import Foundation
import QueryCoding
import RequestRecord
import Testing

/// A script in the file, whose variables are the inputs.
@Suite(.timeLimit(.minutes(1)))
struct ScriptTests {
    private func start(
        _ script: String, keys: String = "", settings: String = "", environment: [String: String] = [:]
    ) throws -> RunningDaemon {
        let sandbox = try Sandbox()
        let indented = script.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - name: s
                path: /s
                input: {v: string?, tags: [line], n: int?, on: bool?, pin: {type: line?, secret: true}}
                output: text
                script: |
            \(indented)
            \(keys.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))

            """, "t")
        try sandbox.settings(settings)
        return try RunningDaemon(sandbox, environment: environment)
    }

    /// Texts that a shell would make something of.
    static let hostile = [
        "x; touch pwned", "$(touch pwned)", "`touch pwned`", "' touch pwned '", "\" ; touch pwned; \"",
        "a\ntouch pwned\n", "-n", "--", "* ? ~ $HOME ${v}", "() { :; }; touch pwned", "|touch pwned", "\\", "",
        "x\té",
    ]

    @Test(arguments: hostile)
    func `a value of a script is data, whatever it holds`(value: String) throws {
        let daemon = try start("printf '%s|' \"$v\"")
        let reply = try daemon.reply(to: "t:///s?v=\(PercentCoding.encode(value))")
        #expect(reply["output"] == ["result": .string("\(value)|")], "\(reply.json)")
        #expect(!daemon.hasTouched("pwned"))
    }

    @Test func `an array is JSON, and an absent value has no variable`() throws {
        let daemon = try start("echo \"${v-unset} $tags ${n-unset} ${on-unset}\"")
        #expect(try daemon.reply(to: "t:///s")["output"] == ["result": "unset [] unset unset"])
        #expect(
            try daemon.reply(to: "t:///s?v=&tags=a&tags=b%20%22c&n=007&on=yes")["output"]
                == ["result": #" ["a","b \"c"] 7 true"#])
    }

    @Test func `a script has the daemon's variables, and stops at the first failure`() throws {
        let daemon = try start("echo \"$XCALLBACK_ROUTE $0\"\nfalse\necho never")
        let reply = try daemon.reply(to: "t:///s")
        #expect(reply["error"] == ["code": 1, "message": "the command exited with status 1"])
        let named = try start("echo \"$XCALLBACK_ROUTE $0\"")
        #expect(try named.reply(to: "t:///s")["output"] == ["result": "t.s t.s"])
    }

    @Test func `a value that fits no variable is too large`() throws {
        let daemon = try start("printf %s \"$v\" | wc -c")
        // `v=` and the final zero byte count.
        let longest = String(repeating: "a", count: 131_069)
        #expect(try daemon.reply(to: "t:///s?v=\(longest)")["output"] == ["result": "131069"])
        #expect(
            try daemon.reply(to: "t:///s?v=\(longest)a")["error"] == [
                "code": 413,
                "message": "the parameter \"v\" is too long for a variable: with its name it may have 131071 bytes",
            ])
        #expect(try daemon.reply(to: "t:///s?v=a%00b")["error"]?["code"] == 400)
    }

    @Test func `standard input, present and statuses are those of run`() throws {
        let daemon = try start(
            "test \"${n:-0}\" -ne 5 || exit 5\ntest \"${n:-0}\" -ne 6 || { echo no >&2; exit 6; }\ncat",
            keys: "stdin: $v\ncancel-exit: 5\npresent: [sh, -c, 'test \"$$1\" != no && test \"$$v\" != no', sh, $v]")
        #expect(try daemon.reply(to: "t:///s?v=text")["output"] == ["result": "text"])
        #expect(try daemon.reply(to: "t:///s?v=text&n=5")["outcome"] == "cancel")
        #expect(try daemon.reply(to: "t:///s?v=text&n=6")["error"] == ["code": 6, "message": "no"])
        #expect(try daemon.reply(to: "t:///s?v=no")["error"]?["code"] == 409)
        let click = try daemon.reply(to: "t:///s?v=x", door: .desktop)
        #expect(click["error"]?["code"] == 403, "\(click) \(daemon.logText)")
    }

    @Test func `history names the route, never the values`() throws {
        let daemon = try start("test \"$pin\" = 4711 && echo \"$v\"")
        let reply = try daemon.reply(to: "t:///s?pin=4711&v=abc")
        #expect(reply["output"] == ["result": "abc"])
        let shown = try daemon.xcallback(["history", "show", reply["id"]?.string ?? ""])
        #expect(shown.output.contains("the script of t.s (routes.d/t.yaml:"), "\(shown.output)")
        #expect(!shown.output.contains("4711"))
        #expect(try daemon.xcallback(["routes"]).output.contains("t.s"))
        let explained = try daemon.xcallback(["explain", "t:///s?v=1"]).output
        #expect(explained.contains("            " + #"  test "$pin" = 4711 && echo "$v""# + "\n"), "\(explained)")
    }

    @Test(.needs(programs: "python3"))
    func `another interpreter gets the text as a file`() throws {
        let daemon = try start(
            "import json, os, stat, sys\nprint(os.environ['v'], json.loads(os.environ['tags']), sys.stdin.read(), "
                + "oct(os.stat(sys.argv[0]).st_mode & 0o777), os.listdir(os.path.dirname(sys.argv[0])), sep='|')",
            keys: "interpreter: [python3, -B]\nstdin: json")
        let reply = try daemon.reply(to: "t:///s?v=x%27%3B%22&tags=a")
        #expect(
            reply["output"] == ["result": .string(#"x';"|['a']|{"v":"x';\"","tags":["a"]}"# + "\n|0o600|['script']")],
            "\(reply.json)")
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(daemon.sandbox.path)/run/xcallbackd")
        #expect(left.filter { $0.hasPrefix("script-") } == [])
    }

    @Test(.needs(programs: "node"))
    func `node runs a script`() throws {
        let daemon = try start("console.log(process.env.v)", keys: "interpreter: [node]")
        #expect(try daemon.reply(to: "t:///s?v=%24%28id%29")["output"] == ["result": "$(id)"])
    }

    @Test func `a script ends at its timeout, and its file is removed`() throws {
        let daemon = try start("sleep 60", keys: "interpreter: [sh]\ntimeout: 300ms")
        #expect(try daemon.reply(to: "t:///s")["error"]?["code"] == 408)
        let left = try FileManager.default.contentsOfDirectory(atPath: "\(daemon.sandbox.path)/run/xcallbackd")
        #expect(left.filter { $0.hasPrefix("script-") } == [])
    }
}

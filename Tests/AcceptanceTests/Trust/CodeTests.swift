import DispatcherMessages
import Foundation
import QueryCoding
import Testing

/// A value that a command would run as code is refused before the route is served.
struct CodeTests {
    private func check(_ run: String, in sandbox: Sandbox) throws -> Ended {
        try sandbox.routes(
            """
            schemes: [say]
            desktop: allow
            routes:
              - name: hi
                path: /hi
                input: {name: line}
                output: text
                \(run)

            """, "say")
        return try AcceptanceTests.run("\(Products.folder)/xcallbackd", ["--check"], sandbox.environment)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the refusal prints a line that prints the value literally`() throws {
        let sandbox = try Sandbox()
        let refused = try check("run: [sh, -c, \"echo $name\"]", in: sandbox)
        let message = "routes.d/say.yaml:8:19: sh would run the value of '$name' as code; write "
        let line = "run: [sh, -c, 'echo \"$$1\"', sh, $name]"
        #expect(refused.status == 78)
        #expect(refused.output == "\(message)\(line), or use 'script'\n")

        let accepted = try check(line, in: sandbox)
        #expect(accepted.status == 0, "\(accepted.output)")
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.reply(to: "say:///hi?name=x%3Bid", door: .desktop)["output"] == ["result": "x;id"])
        #expect(
            try daemon.reply(to: "say:///hi?name=%22%24%28id%29%60id%60")["output"] == ["result": "\"$(id)`id`"])
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("[sh, -c, \"echo 'hi $name'\"]", "hi "),
            ("[sh, -c, \"echo \\\"hi $name\\\"\"]", "hi "),
            ("[env, A=b, bash, -ec, \"test -n $name && printf a=%s $name | cat\"]", "a="),
            ("[timeout, \"5\", sh, [-c, \"n=$name; echo $$1-$name\", sh, one]]", "one-"),
        ])
    func `each printed line does what the author meant`(command: String, start: String) throws {
        let sandbox = try Sandbox()
        let refused = try check("run: \(command)", in: sandbox).output
        let line = try #require(refused.split(separator: "; write ").last?.split(separator: ", or use").first)
        #expect(try check(String(line), in: sandbox).status == 0, "\(refused)")
        let daemon = try RunningDaemon(sandbox)
        for value in ["x;id", "$(id)", "`id`", "'", "\"", "a  *", "' ; id; '", "\" ; id; \"", "\\"] {
            let reply = try daemon.reply(to: "say:///hi?name=\(PercentCoding.encode(value))")
            #expect(reply["output"] == ["result": .string(start + value)], "\(line)")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `the line for present is as safe`() throws {
        let sandbox = try Sandbox()
        let refused = try check("run: [ls]\n    present: [bash, -ec, \"test $name = x\"]", in: sandbox)
        #expect(
            refused.output == "routes.d/say.yaml:9:26: bash would run the value of '$name' as code; write present: "
                + "[bash, -ec, 'test \"$$1\" = x', bash, $name], or use 'script'\n")
        #expect(refused.status == 78)
    }
}

import Glibc
import QueryCoding
import RequestRecord
import Testing

/// A value that a command would run as code is refused before the route is served.
@Suite(.timeLimit(.minutes(1)))
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

    @Test func `the refusal prints a form that takes the value literally`() throws {
        let sandbox = try Sandbox()
        let refused = try check("run: [sh, -c, \"echo $name\"]", in: sandbox)
        let form = "[sh, -c, 'echo \"$$1\"', sh, $name]"
        let mistake = "routes.d/say.yaml:8:19: sh would run the value of '$name' as code; pass it as an argument, "
        let advice = "as in \(form.replacing("$name", with: "$x")), or use 'script'\n"
        #expect(refused.status == 78 && refused.output == mistake + advice, "\(refused)")
        let accepted = try check("run: \(form)", in: sandbox)
        #expect(accepted.status == 0, "\(accepted.output)")
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.reply(to: "say:///hi?name=x%3Bid", door: .desktop)["output"] == ["result": "x;id"])
        for value in ["$(id)", "`id`", "'", "\"", "a  *", "' ; id; '", "\" ; id; \"", "\\"] {
            let reply = try daemon.reply(to: "say:///hi?name=\(PercentCoding.encode(value))")
            #expect(reply["output"] == ["result": .string(value)])
        }
    }

    /// An older version of a file must keep its routes.
    @Test func `a route with an unknown program is served, asks, and is a mistake of check`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("#!/bin/sh\necho ran\n", to: "bin/unheard-of", executable: true)
        let prompt = try ScriptedPrompt(sandbox, "exit 10")
        try sandbox.settings(prompt.setting)
        let checked = try check("run: [unheard-of, --, $name]\n    token: {file: token}", in: sandbox)
        let mistake = "routes.d/say.yaml:8:5: 'check' does not know unheard-of"
        #expect(checked.status == 78 && checked.output.contains(mistake), "\(checked)")
        let token = "\(sandbox.routesFolder)/token"
        try sandbox.write("secret\n", to: token)
        chmod(token, 0o600)
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.xcallback(["status"]).output.contains(mistake))
        // Neither 'desktop: allow' nor the token answers for the user, and "always" is an answer for once.
        for _ in 1...2 {
            let reply = try daemon.reply(to: "say:///hi?name=a&x-token=secret", door: .desktop)
            #expect(reply["output"] == ["result": "ran"], "\(reply.json)")
        }
        #expect(try prompt.questions.count == 2)
        #expect(try prompt.questions.allSatisfy { $0.contains("a value may be more than text to the program") })
        #expect(try daemon.reply(to: "say:///hi?name=a&x-token=secret")["outcome"] == "success")
    }

    @Test(.needs(programs: "shellcheck"))
    func `check prints what shellcheck says of a script`() throws {
        let sandbox = try Sandbox()
        let checked = try check("script: |\n      date\n      echo $name", in: sandbox)
        #expect(checked.status == 0)
        #expect(checked.output.contains("warning: shellcheck says of the script of 'say.hi': line 2:6: "), "\(checked)")
        #expect(checked.output.contains("[SC2086]"))
        #expect(try check("script: |\n      echo \"$name\"", in: sandbox).output.isEmpty)
        let misspelt = try check("script: |\n      echo \"$name\" \"$nmae\"", in: sandbox).output
        #expect(misspelt.contains("nmae is referenced but not assigned"), "\(misspelt)")
        try sandbox.settings("environment: [http_proxy]\n")
        #expect(try check("script: |\n      echo \"$name\" \"$http_proxy\"", in: sandbox).output.isEmpty)
    }
}

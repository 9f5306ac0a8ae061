import Foundation
import Testing

/// Text from outside, as the commands show it to a person.
@Suite(.timeLimit(.minutes(1)))
struct ShownTextTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(
            #"""
            schemes: [t]
            routes:
              - name: say
                summary: Grüße aus Köln
                path: /say
                input: {text: string}
                output: text
                run: [printf, '%s', $text]
              - name: fail
                path: /fail
                input: {text: string}
                run: [sh, -c, 'printf %s "$$1" >&2; exit 4', sh, $text]
              - name: attack
                path: /attack
                output: text
                run: [printf, 'a\342\200\256b\033]0;pwn\007\302\233\nü']
            """#, "t")
        daemon = try RunningDaemon(sandbox)
    }

    @Test(arguments: ["Grüße aus Köln", "你好，世界", "مرحبا بالعالم", "नमस्ते 👩\u{200D}👧"])
    func `explain, history and messages show the letters of any language`(text: String) throws {
        let url = try daemon.xcallback(["link", "t.say", "text=\(text)"]).output
        let explained = try daemon.xcallback(["explain", String(url.dropLast())]).output
        #expect(explained.contains("\ninput       text = \"\(text)\"\n"))
        #expect(
            explained.contains("\nruns        printf %s '\(text)'\n")
                || explained.contains("\nruns        printf %s \(text)\n"))
        let failed = try daemon.xcallback(["run", "t.fail", "text=\(text)"])
        #expect(failed.errors == "xcallback: error 4: \(text)\n")
        let request = try daemon.xcallback(["history", "show", "last"]).output
        #expect(request.contains("\n  message     \(text)\n") && request.contains("\n  text        \(text)\n"))
        #expect(try daemon.xcallback(["history"]).errors.hasSuffix("error 4: \(text)\n"))
        #expect(try daemon.xcallback(["routes", text]).errors.hasPrefix("xcallback: no route or file '\(text)';"))
    }

    @Test
    func `explain escapes what a URL hides`() throws {
        let explained = try daemon.xcallback(["explain", "t:///say?text=a\u{202E}b\u{21B5}c%0Ad"]).output
        #expect(explained.hasPrefix("url         t:///say?text=a\\u{202e}b\\u{21b5}c%0Ad\n"))
        #expect(explained.contains("\ninput       text = \"a\\u{202e}b\\u{21b5}c\\nd\"\n"))
        #expect(explained.contains("\nruns        printf %s $'a\\u202eb\\u21b5c\\u000ad'\n"))
    }

    @Test
    func `a table has letters in its columns`() throws {
        let lines = try daemon.xcallback(["routes"]).output.split(separator: "\n")
        #expect(lines.count == 4 && lines[1].contains("  Grüße aus Köln  routes.d/t.yaml:"), "\(lines)")
        let starts = lines.map { $0.components(separatedBy: $0.contains("SOURCE") ? "SOURCE" : "routes.d")[0].count }
        #expect(Set(starts).count == 1, "\(lines)")
    }

    @Test(.needs(programs: "script"))
    func `JSON on a terminal has no character that changes what is around it`() throws {
        #expect(
            try onTerminal("call t:///attack")
                == "{\r\n  \"result\": \"a\\u202eb\\u001b]0;pwn\\u0007\\u009b\\nü\"\r\n}\r\n"
        )
        #expect(try onTerminal("call t:///attack").contains(#""a\u202eb\u001b]0;pwn\u0007\u009b\nü""#))
        #expect(try onTerminal("send t:///attack").contains(#""a\u202eb\u001b]0;pwn\u0007\u009b\nü""#))
        #expect(try daemon.xcallback(["run", "t.attack"]).output.contains("a\u{202E}b"))
    }

    @Test(.needs(programs: "script"))
    func `a terminal cannot obey a member of an answer, and a pipe gets its bytes`() throws {
        let shown = "a\\u{202e}b\\u{1b}]0;pwn\\u{7}\\u{9b}\r\nü\r\n"
        #expect(try onTerminal("call --get result t:///attack") == shown)
        #expect(try onTerminal("run --get result t.attack") == shown)
        let piped = try daemon.xcallback(["call", "--get", "result", "t:///attack"]).output
        #expect(piped == "a\u{202E}b\u{1B}]0;pwn\u{7}\u{9B}\nü\n")
    }

    @Test(.needs(programs: "script", "socat"))
    func `a terminal cannot obey a link of another machine`() throws {
        try sandbox.write(
            #"""
            #!/bin/sh
            read -r line
            id=$(printf %s "$line" | sed 's/.*"id":\([^,}]*\).*/\1/')
            printf '{"jsonrpc":"2.0","id":%s,"result":{"url":"t:///\\u001b]0;pwn\\u0007\\u009b\\u202e"}}\n' "$id"
            """#, to: "far/daemon", executable: true)
        let far = "\(sandbox.path)/far"
        let socat = try Child(
            find("socat", sandbox.environment), ["UNIX-LISTEN:\(far)/control.sock,fork", "EXEC:\(far)/daemon"],
            sandbox.environment)
        try wait(for: "the socket") { access("\(far)/control.sock", F_OK) == 0 }
        let shown = try onTerminal("link --socket-directory \(far) t.say")
        withExtendedLifetime(socat) {}
        #expect(shown == "t:///\\u{1b}]0;pwn\\u{7}\\u{9b}\\u{202e}\r\n")
    }

    @Test(.needs(programs: "script"))
    func `a terminal without UTF-8 gets ASCII`() throws {
        let variables = ["LC_ALL": "C"]
        for words in ["run --get result t.say", "run t.say"] {
            #expect(try onTerminal("\(words) text=Köln", variables) == "K\\u{f6}ln\r\n")
        }
        #expect(try onTerminal("call t:///say?text=K%C3%B6ln", variables).contains(#""K\u00f6ln""#))
        #expect(try onTerminal("run t.fail text=Köln", variables) == "xcallback: error 4: K\\u{f6}ln\r\n")
        #expect(try onTerminal("routes", variables).contains("  Gr\\u{fc}\\u{df}e aus K\\u{f6}ln"))
        #expect(try onTerminal("run --get result t.say text=Köln", ["LC_ALL": "C.UTF-8"]) == "Köln\r\n")
    }

    @Test(arguments: [
        ["xcallback", "adopt", "HOSTILE", "/bin/true"], ["xcallback", "explain", "--door", "HOSTILE", "a:b"],
        ["xcallback", "pause", "clicks", "HOSTILE"], ["xcallbackd", "--log-level", "HOSTILE"],
        ["xcallbackd", "--HOSTILE"],
    ])
    func `a terminal cannot obey a message about the command line`(words: [String]) throws {
        let words = words.map { $0.replacing("HOSTILE", with: "a\u{1B}]0;pwn\u{7}\u{9B}\u{202E}b") }
        let ended = try run("\(Products.folder)/\(words[0])", Array(words.dropFirst()), sandbox.environment)
        #expect(ended.status == 64 && ended.output.isEmpty)
        #expect(ended.errors.contains("a\\u{1b}]0;pwn\\u{7}\\u{9b}\\u{202e}b"), "\(ended.errors)")
        #expect(ended.errors.unicodeScalars.allSatisfy { $0 == "\n" || (" "..."~").contains($0) }, "\(ended.errors)")
    }

    @Test
    func `the log has ASCII alone`() throws {
        #expect(try daemon.xcallback(["run", "Müller/x"]).errors.hasPrefix("xcallback: no route 'Müller/x'\n"))
        try daemon.waitForLog(#"M\\u{fc}ller/x"#)
        #expect(daemon.logText.utf8.allSatisfy { $0 < 0x80 })
    }

    /// Runs the client on a terminal of its own, and returns what it prints there.
    private func onTerminal(_ arguments: String, _ variables: [String: String] = [:]) throws -> String {
        let program = "\(Products.folder)/xcallback \(arguments)"
        let ended = try run(
            "script", ["-qec", program, "/dev/null"], sandbox.environment.merging(variables) { $1 }, input: "")
        return ended.output
    }
}

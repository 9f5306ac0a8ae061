import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The reports about ended requests, from the method `history` and from `xcallback history`.
@Suite(.timeLimit(.minutes(1)))
struct HistoryTests {
    private let tally: Tally
    private let daemon: RunningDaemon

    init() throws {
        tally = try Tally(
            routes: """
                  - {name: say, path: "/say/{n:int}", input: {word: line}, run: [printf, --, '{"word":"%s"}', $word], output: json}
                  - {name: long, path: /long, desktop: allow, run: [printf, "%070000d", "0"], output: text}
                  - name: see
                    path: "/see/{q}"
                    input: {q: line, pin: {type: line, secret: true}}
                    open: "otherapp://see/$q?pin=$pin"
                """)
        daemon = try tally.start()
    }

    @Test func `history shows the socket, URL, route, outcome, output, callback and time of a request`() throws {
        let url = "t:///say/7?word=plum&\(Tally.callbacks(7))"
        let answer = try daemon.call("dispatch", ["url": .string(url), "id": "mine"])
        let request = try #require(try daemon.history().first)
        for member in ["id", "url", "route", "outcome", "output", "callback"] {
            #expect(request[member] == answer[member], "\(member)")
        }
        #expect(request["output"] == ["word": "plum"])
        #expect(request["callback"] == ["url": "otherapp://done/7?word=plum", "state": "opened"])
        #expect(request["client-id"] == "mine" && request["door"] == "control")
        #expect(try request["time"]?.string?.wholeMatch(of: Regex(#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"#)) != nil)
        #expect(request["milliseconds"] != nil)
    }

    @Test func `show prints the input, the command and the time of each step`() throws {
        let id = try #require(try daemon.reply(to: "t:///say/7?word=plum&\(Tally.callbacks(7))")["id"]?.string)
        let shown = try daemon.xcallback(["history", "show", id, "--json"])
        #expect(shown.status == 0)
        let request = try JSONParser.parse(Array(shown.output.utf8), depthLimit: 16)
        #expect(request["input"] == ["n": 7, "word": "plum"])
        #expect(request["command"] == ["printf", "--", #"{"word":"%s"}"#, "plum"])
        for step in ["waiting", "running", "claiming", "opening"] { #expect(request["steps"]?[step] != nil, "\(step)") }
        let text = try daemon.xcallback(["history", "show", id]).output
        for line in [
            "from          control", "  word        plum", "  state       opened",
            #"command       printf -- '{"word":"%s"}' plum"#,
        ] {
            #expect(text.contains(line), "\(text)")
        }
        #expect(try text.contains(Regex(#"\n  running     [0-9.]+ ms\n"#)), "\(text)")
        // The same time as in the list.
        let took = try #require(text.firstMatch(of: /\ntook +(.*), [0-9.]+ m?s of it waiting\n/)).1
        #expect(try daemon.xcallback(["history"]).output.contains("  \(took)  "), "\(text)")
        #expect(try daemon.xcallback(["history", "show", "nobody"]).status == 1)
    }

    @Test func `a long output of a click is answered whole, and recorded as its size`() throws {
        for (door, size) in [(Door.desktop, QueryValue?(70_013)), (.control, nil)] {
            let reply = try daemon.reply(to: "t:///long", door: door)
            #expect(reply["output"]?["result"]?.string?.utf8.count == 70_000)
            let row = try #require(try daemon.history(["id": reply["id"] ?? .null]).first)
            #expect(row["output-size"] == size && row["output"] == (size == nil ? reply["output"] : nil), "\(door)")
            let shown = try daemon.xcallback(["history", "show", reply["id"]?.string ?? ""]).output
            #expect(shown.contains("output        70013 bytes, too many to be recorded\n") == (size != nil), "\(door)")
        }
    }

    @Test func `show prints the URL that a route opened, without its secrets`() throws {
        let id = try #require(try daemon.reply(to: "t:///see/plum?pin=s3cret")["id"]?.string)
        let text = try daemon.xcallback(["history", "show", id]).output
        let opener = "\(tally.sandbox.path)/opener"
        #expect(text.contains("command       \(opener) 'otherapp://see/plum?pin="), "\(text)")
        #expect(!text.contains("s3cret"))
        try wait(for: "the opener") { tally.opened == ["otherapp://see/plum?pin=s3cret"] }
    }

    @Test func `a request is named by the end of its id, or as the last one`() throws {
        let first = try #require(try daemon.reply(to: "t:///note/1")["id"]?.string)
        let second = try #require(try daemon.reply(to: "t:///nowhere")["id"]?.string)
        func shown(_ name: String) throws -> String {
            let ended = try daemon.xcallback(["history", "show", name])
            return ended.status == 0 ? String(ended.output.prefix { $0 != "\n" }.suffix(26)) : ended.errors
        }
        #expect(try shown(String(first.suffix(6))) == first)
        #expect(try shown(String(first.suffix(4)).lowercased()) == first)
        #expect(try shown("last") == second)
        #expect(try shown(String(first.suffix(3))).contains("there is no request '\(first.suffix(3))'"))
        let list = try daemon.xcallback(["history"]).output.split(separator: "\n")
        #expect(list.count == 3 && list[0].hasPrefix("TIME") && list[0].hasSuffix("URL"))
        #expect(
            list[1].contains(/error 404 +- +[0-9.]+ ms +[0-9A-Z]{6}/) && list[2].contains(/t\.note +[0-9.]+ ms\b/),
            "\(list)")
        #expect(list[1].contains(" error 404 ") && list[1].hasSuffix("  \(second.suffix(6))  t:///nowhere"))
        let again = try daemon.xcallback(["history", "run", String(first.suffix(6))])
        #expect(again.status == 0 && again.output.contains(#""outcome":"success""#))
    }

    @Test func `history leaves out the answers to calls, unless asked`() throws {
        _ = try daemon.reply(to: "t:///note/1")
        _ = try daemon.reply(to: "xcallback:///reply/nobody")
        func lines(_ arguments: String...) throws -> Int {
            try daemon.xcallback(["history", "--json"] + arguments).output.split(separator: "\n").count
        }
        #expect(try lines() == 1)
        #expect(try lines("--all") == 2)
        #expect(try lines("--route", "xcallback.reply", "-n", "5") == 1)
        #expect(try daemon.xcallback(["history", "show", "last"]).output.contains("t:///note/1"))
    }

    @Test func `history filters by route, outcome, time and number`() throws {
        for url in ["t:///note/1", "t:///fail/2", "t:///note/3", "t:///nowhere"] { _ = try daemon.reply(to: url) }
        func urls(_ arguments: String...) throws -> [String] {
            let ended = try daemon.xcallback(["history", "--json"] + arguments)
            #expect(ended.status == 0, "\(ended)")
            return try ended.output.split(separator: "\n").compactMap {
                try JSONParser.parse(Array($0.utf8), depthLimit: 16)["url"]?.string
            }
        }
        #expect(try urls() == ["t:///nowhere", "t:///note/3", "t:///fail/2", "t:///note/1"])
        #expect(try urls("--route", "t.note") == ["t:///note/3", "t:///note/1"])
        #expect(try urls("--outcome", "error") == ["t:///nowhere", "t:///fail/2"])
        #expect(try urls("--limit", "1") == ["t:///nowhere"])
        #expect(try urls("--since", "1h").count == 4)
        #expect(try urls("--since", "2199-01-01T00:00:00Z").isEmpty)
    }

    @Test func `history --follow prints requests as they end`() throws {
        _ = try daemon.reply(to: "t:///note/1")
        let output = try ChildPipe()
        let following = try Child(
            "\(Products.folder)/xcallback", ["history", "--follow", "--json"], tally.sandbox.environment,
            output: output.writing)
        output.closeWriting()
        for number in 1...3 {
            let request = try JSONParser.parse(Array(output.read(line: true).utf8.dropLast()), depthLimit: 16)
            #expect(request["url"]?.string == "t:///note/\(number)")
            if number < 3 { _ = try daemon.reply(to: "t:///note/\(number + 1)") }
        }
        following.signal(SIGTERM)
        _ = following.wait()
    }

    @Test func `run runs a request again, as a new one`() throws {
        let first = try daemon.reply(to: "t:///note/1?\(Tally.callbacks(1))")["id"]?.string ?? ""
        let ended = try daemon.xcallback(["history", "run", first])
        let second = try JSONParser.parse(Array(ended.output.utf8), depthLimit: 16)
        #expect(ended.status == 0 && second["outcome"] == "success")
        #expect(second["id"]?.string != first)
        #expect(tally.ran == ["1", "1"])
        #expect(try daemon.history().map { $0["id"]?.string } == [second["id"]?.string, first])
        try wait(for: "both openers") { tally.opened.count == 2 }
    }

    @Test func `clear leaves nothing of a request in any file`() throws {
        for number in 0..<20 { _ = try daemon.reply(to: "t:///say/\(number)?word=mulberry&\(Tally.callbacks(number))") }
        #expect(try !tally.files(with: "mulberry").isEmpty)
        let ended = try daemon.xcallback(["history", "clear", "--yes"])
        #expect(ended == Ended(status: 0, output: "", errors: ""))
        #expect(try daemon.history().isEmpty)
        #expect(try tally.files(with: "mulberry").isEmpty)
        #expect(daemon.stop() == 0)
        #expect(try tally.files(with: "mulberry").isEmpty && tally.files(with: "otherapp").isEmpty)
    }

    @Test func `clear without a terminal needs --yes`() throws {
        _ = try daemon.reply(to: "t:///say/1?word=mulberry")
        let ended = try daemon.xcallback(["history", "clear"], input: "y\n")
        let hint = "there is no terminal to ask on; run 'xcallback history clear --yes'"
        #expect(ended == Ended(status: 64, output: "", errors: "xcallback: nothing was changed, because \(hint)\n"))
        #expect(try daemon.history().count == 1)
    }

    @Test(.needs(programs: "script"), arguments: [("y", Int32(0), 0), ("no", 2, 1), ("", 2, 1)])
    func `clear asks on a terminal`(answer: String, status: Int32, left: Int) throws {
        _ = try daemon.reply(to: "t:///say/1?word=mulberry")
        let program = "script -qec '\(Products.folder)/xcallback history clear' /dev/null"
        let ended = try run("/bin/sh", ["-c", "printf '\(answer)\\n' | \(program)"], daemon.sandbox.environment)
        #expect(ended.status == status, "\(ended)")
        #expect(ended.output.contains("delete all finished requests from the history? [no]"))
        #expect(try daemon.history().count == left)
    }

    @Test func `keep removes older requests`() throws {
        _ = try daemon.reply(to: "t:///say/1?word=mulberry")
        #expect(daemon.stop() == 0)
        #expect(try tally.start().history().count == 1)
        try tally.settings("history: {keep: 1ms}\n")
        let second = try tally.start()
        try wait(for: "the journal to forget") { try second.history().isEmpty }
        #expect(second.stop() == 0)
        #expect(try tally.files(with: "mulberry").isEmpty)
    }

    @Test func `inputs: false keeps no value and no callback`() throws {
        #expect(self.daemon.stop() == 0)
        try tally.settings("history: {inputs: false}\n")
        let daemon = try tally.start()
        let answer = try daemon.call(
            "dispatch",
            ["url": "t:///say/4711?word=mulberry&x-success=otherapp%3A%2F%2Fdamson%3Ffig%3D1#cherry", "id": "me"])
        #expect(answer["callback"]?["url"] == "otherapp://damson?fig=1&word=mulberry")
        let id = answer["id"] ?? .null
        let request = try #require(try daemon.history(["id": id]).first)
        #expect(request["outcome"] == "success" && request["route"] == "t.say")
        #expect(request["input"] == nil && request["command"] == nil)
        #expect(request["url"]?.string == "t:%3Credacted%3E")
        for word in ["4711", "damson", "fig", "cherry"] { #expect(try tally.files(with: word).isEmpty, "\(word)") }
        daemon.kill()
        let again = try tally.start().call("dispatch", ["url": "t:///say/4711?word=mulberry", "id": "me"])
        #expect(again["id"] == id)
    }
}

import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The keys of a file that hold for all of its routes, and what `xcallback pause` and `resume` change.
@Suite(.timeLimit(.minutes(1)))
struct FeatureTests {
    private static let off = "it is paused (xcallback resume notes)"

    private static let file = "schemes: [notes]\nroutes: [{name: list, path: /list, run: [\"true\"]}]\n"

    private func start(_ head: String = "", arguments: [String] = []) throws -> RunningDaemon {
        try RunningDaemon("\(head)\n\(Self.file)", as: "notes", arguments: arguments)
    }

    private func code(_ daemon: RunningDaemon) throws -> QueryValue? {
        try daemon.reply(to: "notes:///list")["error"]?["code"]
    }

    @Test func `a file that is paused is 424, with the command that ends the pause`() throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["pause", "notes"])
        #expect(ended == Ended(status: 0, output: "notes: not available: \(Self.off)\n", errors: ""))
        let error = try daemon.reply(to: "notes:///list")["error"]
        #expect(error == ["code": 424, "message": .string("the file 'notes' is not available: \(Self.off)")])
        #expect(
            try daemon.xcallback(["resume", "notes"]) == Ended(status: 0, output: "notes: available\n", errors: ""))
        #expect(try daemon.reply(to: "notes:///list")["outcome"] == "success")
    }

    @Test func `routes, status and explain show why a feature is off`() throws {
        let daemon = try start()
        #expect(try daemon.xcallback(["pause", "notes"]).status == 0)
        let route = try daemon.call("routes")["routes"]?.items.first { $0["name"] == "notes.list" }
        #expect(route?["available"] == false && route?["because"] == .string(Self.off))
        let features = try daemon.call("status")["features"]
        #expect(features == [["name": "notes", "available": false, "because": .string(Self.off)]])
        #expect(try daemon.xcallback(["status"]).output.contains("off        notes: not available: \(Self.off)\n"))
        let explanation = try daemon.call("explain", ["url": "notes:///list"])
        #expect(explanation["route"] == "notes.list" && explanation["would"] == "error")
        #expect(explanation["error"]?["code"] == 424)
    }

    @Test func `a switch survives SIGKILL of the daemon`() throws {
        let sandbox: Sandbox
        do {
            let daemon = try start()
            sandbox = daemon.sandbox
            #expect(try daemon.xcallback(["pause", "notes"]).status == 0)
            daemon.signal(SIGKILL)
        }
        let folder = try FileManager.default.attributesOfItem(atPath: "\(sandbox.path)/state/xcallbackd")
        #expect(folder[.posixPermissions] as? Int == 0o700)
        do {
            let daemon = try RunningDaemon(sandbox)
            #expect(try code(daemon) == 424)
            #expect(try daemon.xcallback(["resume", "notes"]).status == 0)
            #expect(daemon.stop() == 0)
        }
        #expect(try code(RunningDaemon(sandbox)) == nil)
    }

    @Test func `a pause of a file with an end shows it, and is over after a restart past it`() throws {
        let sandbox: Sandbox
        do {
            let daemon = try start("enabled: false")
            sandbox = daemon.sandbox
            #expect(try daemon.xcallback(["resume", "notes"]).status == 0)
            let form = /notes: not available: it is paused until [-0-9: ]+ \(xcallback resume notes\)\n/
            #expect(try daemon.xcallback(["pause", "notes", "2h"]).output.wholeMatch(of: form) != nil)
            #expect(try code(daemon) == 424)
            #expect(daemon.stop() == 0)
        }
        let file = "state/xcallbackd/features.json"
        #expect(try sandbox.contents(file).wholeMatch(of: /\{"features":\{"notes":\d+\}\}\n/) != nil)
        do {
            let daemon = try RunningDaemon(sandbox)
            #expect(try code(daemon) == 424)
            #expect(daemon.stop() == 0)
        }
        try sandbox.write("{\"features\":{\"notes\":1000}}\n", to: file)
        let daemon = try RunningDaemon(sandbox)
        // The key of the file holds again.
        let message = try daemon.reply(to: "notes:///list")["error"]?["message"]?.string
        #expect(message?.contains("it is switched off by 'enabled: false'") == true)
        try sandbox.routes(Self.file)
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try code(daemon) == nil)
    }

    @Test(arguments: [false, true])
    func `the end of a pause is announced, also if the pause is older than the daemon`(isOlder: Bool) throws {
        let sandbox = try Sandbox(Self.file, as: "notes")
        let end = Int64(Date().timeIntervalSince1970 * 1000) + 3000
        if isOlder { try sandbox.write("{\"features\":{\"notes\":\(end)}}\n", to: "state/xcallbackd/features.json") }
        let daemon = try RunningDaemon(sandbox)
        if !isOlder { #expect(try daemon.xcallback(["pause", "notes", "3s"]).status == 0) }
        var listing = try daemon.call("routes")
        while listing["routes"]?.items.first(where: { $0["name"] == "notes.list" })?["available"] == false {
            listing = try daemon.call("routes", ["follow": #require(listing["cursor"])])
        }
    }

    @Test(arguments: ["agents", "30m"])
    func `a file with the name of a socket or a time is paused by a word of its own`(name: String) throws {
        let daemon = try RunningDaemon(Self.file, as: name)
        #expect(
            try daemon.xcallback(["pause", "file:\(name)"]).output
                == "\(name): not available: it is paused (xcallback resume file:\(name))\n")
        #expect(try code(daemon) == 424)
        #expect(try daemon.call("status")["paused"] == nil)
        #expect(try daemon.xcallback(["resume", "file:\(name)"]).status == 0)
        #expect(try code(daemon) == nil)
    }

    @Test func `--state names the folder that remembers switches`() throws {
        let sandbox = try Sandbox(Self.file, as: "notes")
        let daemon = try RunningDaemon(sandbox, arguments: ["--state", "\(sandbox.path)/deep/er"])
        #expect(try daemon.xcallback(["pause", "notes"]).status == 0)
        #expect(try sandbox.contents("deep/er/features.json") == "{\"features\":{\"notes\":false}}\n")
    }

    @Test func `pause and resume override the file until the next one`() throws {
        let daemon = try start("enabled: false")
        let message = try daemon.reply(to: "notes:///list")["error"]?["message"]
        let reason = "it is switched off by 'enabled: false' (xcallback resume notes)"
        #expect(message == .string("the file 'notes' is not available: \(reason)"))
        #expect(try daemon.xcallback(["resume", "notes"]).output == "notes: available\n")
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try code(daemon) == nil)
        #expect(try daemon.xcallback(["pause", "notes"]).status == 0)
        try daemon.sandbox.routes(Self.file)
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try code(daemon) == 424)
    }

    @Test(arguments: [
        ("until: 2020-01-01", "it ended before 2020-01-01"),
        ("available-when: [\"false\"]", "'false' does not succeed"),
    ])
    func `resume overrides neither until nor available-when`(head: String, reason: String) throws {
        let daemon = try start(head)
        let ended = try daemon.xcallback(["resume", "notes"])
        #expect(ended == Ended(status: 0, output: "notes: not available: \(reason)\n", errors: ""))
        #expect(try code(daemon) == 424)
    }

    @Test(arguments: [
        ("nots", "no file 'nots'; did you mean 'notes'?"),
        ("notes.list", "no file 'notes.list'; did you mean 'notes'?"),
        ("other", "no file 'other' of routes; write clicks, agents or a file that 'xcallback routes' lists"),
        ("xcallback", "the routes of 'xcallback' are built in, and always on"),
    ])
    func `an unknown file is an error, with the nearest`(name: String, message: String) throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["pause", name])
        #expect(ended == Ended(status: 1, output: "", errors: "xcallback: \(message)\n"))
        let error = try Connection(daemon.connect()).call("feature", ["name": .string(name), "enabled": true])["error"]
        #expect(error?["code"] == -32602)
    }

    @Test func `a switch works without a writable folder, and reports that it will be forgotten`() throws {
        let daemon = try start(arguments: ["--state", "/dev/null/state"])
        let ended = try daemon.xcallback(["pause", "notes"])
        #expect(ended.status == 0)
        #expect(ended.output == "notes: not available: \(Self.off)\n")
        #expect(ended.errors.hasPrefix("xcallback: not remembered after a restart: cannot "))
        #expect(try code(daemon) == 424)
        try daemon.waitForLog("the switch of a file is not remembered after a restart")
    }

    @Test(
        arguments: [
            ("", nil),  // cut off
            ("{\"features\":[]}", nil),
            ("{\"features\":{\"notes\":false,\"other\":\"no\"}}", 424),  // what can be read stays
            ("{\"features\":{\"notes\":\"no\"}}", 424),  // a pause may be meant
            ("{\"features\":{\"notes\":1e99}}", 424),
            ("{\"features\":{\"notes\":false},\"version\":9}", 424),
        ] as [(String, QueryValue?)])
    func `of a switch file with unknown content the readable switches count, and the daemon starts`(
        text: String, expected: QueryValue?
    ) throws {
        let sandbox = try Sandbox(Self.file, as: "notes")
        try sandbox.write(text, to: "state/xcallbackd/features.json")
        let daemon = try RunningDaemon(sandbox)
        #expect(try code(daemon) == expected)
        try daemon.waitForLog("has unknown content; repair or remove the file")
        #expect(daemon.stop() == 0)
        let next = try RunningDaemon(sandbox)
        #expect(try code(next) == expected)
        #expect(try next.xcallback(["resume", "notes"]).status == 0)
        #expect(try sandbox.contents("state/xcallbackd/features.json.set-aside") == text)
    }

    @Test(
        arguments: [
            (
                "enabled: false",
                "the file 't' is not available: it is switched off by 'enabled: false' (xcallback resume t)"
            ),
            ("enabled: true", nil),
            ("until: 2020-01-01", "the file 't' is not available: it ended before 2020-01-01"),
            ("until: 2999-12-31", nil),
            ("available-when: [\"false\"]", "the file 't' is not available: 'false' does not succeed"),
            ("available-when: [\"true\"]", nil),
            ("available-when: [nowhere]", "the file 't' is not available: 'nowhere' does not succeed"),
        ] as [(String, String?)])
    func `a feature that is not available is 424 with the reason`(key: String, reason: String?) throws {
        let daemon = try RunningDaemon(
            "schemes: [t]\n\(key)\nroutes: [{name: r, path: /r, run: [printf, done], output: text}]\n")
        let error = try daemon.reply(to: "t:///r")["error"]
        #expect(error?["code"] == reason.map { _ in 424 })
        #expect(error?["message"]?.string?.hasPrefix(reason ?? "") ?? (reason == nil))
    }

    @Test func `a rate of the file holds for each of its routes, on both sockets`() throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            desktop: allow
            rate: {per-second: 1, burst: 1}
            routes:
              - {name: a, path: /a, run: ["true"]}
              - {name: b, path: /b, run: ["true"]}
              - {name: c, path: /c, rate: 1000, run: ["true"]}
            """)
        for door in [Door.control, .desktop] {
            let urls = ["t:///a", "t:///a", "t:///b", "t:///c", "t:///c"]
            let errors = try daemon.replies(to: urls, door: door).map { $0["error"] }
            #expect(errors.map { $0?["code"] } == [nil, 429, nil, nil, nil])
            let limit = "limited to 1 a second from the \(door.rawValue) socket, with a burst of 1"
            #expect(errors[1]?["message"]?.string == "requests to route 't.a' are \(limit)")
        }
    }

    @Test(arguments: [true, false])
    func `log writes one line for each request, with nothing from the URL`(isOn: Bool) throws {
        let daemon = try RunningDaemon(
            """
            schemes: [t]
            log: \(isOn)
            routes:
              - {name: good, path: "/good/{p}", run: ["true"]}
              - {name: bad, path: /bad, run: [sh, -c, "echo in-stderr >&2; exit 3"]}
            """, settings: "opener: [\"true\"]\n", arguments: ["--log-level", "notice"])
        _ = try daemon.reply(to: "t:///good/in-path?q=in-query&x-source=in-source")
        _ = try daemon.reply(to: "t:///bad?q=in-query&x-error=app%3Ax")
        #expect(daemon.stop() == 0, "all is written then")
        let lines = daemon.logText.split(separator: "\n").filter { $0.contains("route=t.") }
        #expect(lines.count == (isOn ? 2 : 0))
        for line in lines {
            #expect(line.contains("milliseconds="))
            #expect(!line.contains("in-"))
        }
        #expect(!isOn || lines.first?.contains("outcome=success") == true)
        #expect(!isOn || lines.last?.contains("code=3") == true)
    }
}

import Foundation
import QueryCoding
import RequestRecord
import Testing

/// The keys of a file that hold for all of its routes.
@Suite(.timeLimit(.minutes(1)))
struct FeatureKeyTests {
    @Test(
        arguments: [
            ("enabled: false", "feature 't' is not available: it is switched off by its file (xcallback enable t)"),
            ("enabled: true", nil),
            ("until: 2020-01-01", "feature 't' is not available: it ended before 2020-01-01"),
            ("until: 2999-12-31", nil),
            ("available-when: [\"false\"]", "feature 't' is not available: 'false' does not succeed"),
            ("available-when: [\"true\"]", nil),
            ("available-when: [nowhere]", "feature 't' is not available: 'nowhere' does not succeed"),
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

import QueryCoding
import RequestRecord
import Testing

/// An app that gives each link that it gets back to the desktop. A mock of notify-send writes down what the desktop would
/// show.
@Suite(.timeLimit(.minutes(2)))
struct ReturnedLinkTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon
    private let shown: NamedPipe

    init() throws {
        sandbox = try Sandbox()
        shown = try sandbox.recordNotifications(withoutFirst: 3)
        // The app runs already, so it has none of the variables of the request.
        let own = sandbox.environment
        let environment = ["HOME", "PATH", "XDG_RUNTIME_DIR"].map { "\($0)=\(own[$0] ?? "")" }
        try sandbox.write(
            """
            #!/bin/sh
            echo "$1" >> '\(sandbox.path)/got'
            env -i \(environment.joined(separator: " ")) \(Products.folder)/xcallback open --from desktop -- "$1" &

            """, to: "mailer", executable: true)
        try sandbox.settings("opener: [\(sandbox.path)/mailer]\n")
        try sandbox.routes(
            """
            schemes: [circle]
            desktop: allow
            routes:
              - {name: run, path: /run, run: [\(sandbox.path)/mailer, "${x-url}"]}
              - {name: plain, path: /plain, run: ["true"]}
            """, "circle")
        daemon = try RunningDaemon(sandbox)
    }

    private var got: [String] { sandbox.lines("got") }

    @Test func `a command that gives back its URL runs eight times, and the user is notified once`() throws {
        let url = "circle:///run?a=1%202"
        let reply = try daemon.reply(to: url, door: .desktop)
        #expect(reply["outcome"] == "success")
        let line = try #require(shown.line())
        let message = "mailer has given this link back 8 times, each time within 2 s of getting it"
        #expect(line == "circle.run failed (508)|\(message)", "\(line)")
        let hint = shown.line()
        #expect(got == Array(repeating: url, count: 8))
        let history = try daemon.history()
        let id = try #require(history.first?["id"]?.string)
        #expect(hint == "(xcallback history show \(id.suffix(6)))|")
        #expect(history.count == 9 && history.first?["error"]?["code"] == 508, "\(history)")
        // Another link works, and no second notification is shown.
        #expect(try daemon.reply(to: "circle:///plain", door: .desktop)["outcome"] == "success")
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test func `a route without the URL runs for each click`() throws {
        for _ in 1...12 {
            #expect(try daemon.reply(to: "circle:///plain", door: .desktop)["outcome"] == "success")
        }
    }
}

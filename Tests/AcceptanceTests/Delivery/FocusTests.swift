import DispatcherMessages
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The activation token of a click, on its way to the app that may take the focus with it.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
struct FocusTests {
    private static let routes = """
        schemes: [notes]
        routes:
          - {name: show, path: /show, desktop: allow, open: "otherapp://shown"}
          - {name: make, path: /make, desktop: allow, run: [printenv, XDG_ACTIVATION_TOKEN], output: text}
        """

    private static func dispatch(_ url: String, _ environment: QueryValue) -> QueryValue {
        ["url": .string(url), "environment": environment]
    }

    @Test(
        arguments: [
            (["XDG_ACTIVATION_TOKEN": "clicked"], "[xdg-open]"),
            (["DESKTOP_STARTUP_ID": "clicked"], "[xdg-open]"),
            (
                ["XDG_ACTIVATION_TOKEN": "clicked", "DESKTOP_STARTUP_ID": "older"],
                has("gio") ? "[gio, open]" : "[xdg-open]"
            ),
        ] as [(QueryValue, String)])
    func `the app that is opened gets it under both names`(variables: QueryValue, opener: String) throws {
        let sandbox = try Sandbox(Self.routes, as: "notes", settings: "opener: \(opener)\n")
        let app = try ReceivingApp(sandbox, scheme: "otherapp", tellsToken: true)
        let daemon = try RunningDaemon(sandbox)
        _ = try Connection(daemon.connect(.desktop)).call("dispatch", Self.dispatch("notes:///show", variables))
        #expect(app.next() == "clicked|clicked|otherapp://shown")
    }

    @Test func `the command gets it, and then the app of the callback`() throws {
        let sandbox = try Sandbox(Self.routes, as: "notes")
        let app = try ReceivingApp(sandbox, scheme: "otherapp", tellsToken: true)
        let daemon = try RunningDaemon(sandbox)
        let reply = try Connection(daemon.connect()).call(
            "dispatch",
            Self.dispatch("notes:///make?x-success=otherapp%3A%2F%2Fdone", ["XDG_ACTIVATION_TOKEN": "clicked"]))
        #expect(reply["result"]?["output"] == ["result": "clicked"])
        #expect(app.next() == "clicked|clicked|otherapp://done?result=clicked")
    }

    @Test func `the token of the terminal that started the daemon goes to nobody`() throws {
        let sandbox = try Sandbox(Self.routes, as: "notes")
        let app = try ReceivingApp(sandbox, scheme: "otherapp", tellsToken: true)
        let daemon = try RunningDaemon(
            sandbox, environment: ["XDG_ACTIVATION_TOKEN": "stale", "DESKTOP_STARTUP_ID": "stale"])
        #expect(try daemon.reply(to: "notes:///show")["outcome"] == "success")
        #expect(app.next() == "||otherapp://shown")
    }

    @Test func `an answer's token replaces the one that the call has used`() throws {
        let tester = try CallTester()
        let caller = try ReceivingApp(tester.sandbox, scheme: "otherapp", tellsToken: true)
        try tester.sandbox.registerApp(
            scheme: "app",
            """
            #!/bin/bash
            printf '%s\\n' "$XDG_ACTIVATION_TOKEN" > '\(tester.sandbox.path)/called'
            answer=${1##*x-success=}
            answer=${answer%%&*}
            # The user has clicked in the app since.
            XDG_ACTIVATION_TOKEN=fresh exec xdg-open "$(printf %b "${answer//%/\\\\x}")"
            """)
        let outcome = try tester.call(
            "app://x-callback-url/do?x-success=otherapp%3A%2F%2Fdone",
            [("environment", ["XDG_ACTIVATION_TOKEN": "first"])])
        #expect(outcome["outcome"] == "success", "\(outcome)")
        #expect(try tester.sandbox.contents("called") == "first\n")
        #expect(caller.next() == "fresh|fresh|otherapp://done")
    }
}

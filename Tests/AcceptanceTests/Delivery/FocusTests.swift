import QueryCoding
import RequestRecord
import Testing

/// The activation token of a click, on its way to the app that may take the focus with it.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(2)))
struct FocusTests {
    private static let routes = """
        schemes: [notes]
        routes:
          - {name: show, path: /show, desktop: allow, open: "otherapp://shown"}
          - {name: make, path: /make, desktop: allow, run: [printenv, XDG_ACTIVATION_TOKEN], output: text}
        """

    /// Starts a daemon, and the app that it opens.
    private func start(_ settings: String = "", _ variables: [String: String] = [:]) throws
        -> (RunningDaemon, ReceivingApp)
    {
        let sandbox = try Sandbox(Self.routes, as: "notes", settings: settings)
        let app = try ReceivingApp(sandbox, scheme: "otherapp", tellsToken: true)
        return (try RunningDaemon(sandbox, environment: variables), app)
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
        let (daemon, app) = try start("opener: \(opener)\n")
        _ = try daemon.answer("dispatch", ["url": "notes:///show", "environment": variables], door: .desktop)
        #expect(app.next() == "clicked|clicked|otherapp://shown")
    }

    @Test func `the command gets it, and then the app of the callback`() throws {
        let (daemon, app) = try start()
        let url: QueryValue = "notes:///make?x-success=otherapp%3A%2F%2Fdone"
        let reply = try daemon.call("dispatch", ["url": url, "environment": ["XDG_ACTIVATION_TOKEN": "clicked"]])
        #expect(reply["output"] == ["result": "clicked"])
        #expect(app.next() == "clicked|clicked|otherapp://done?result=clicked")
    }

    @Test func `the token of the terminal that started the daemon goes to nobody`() throws {
        let (daemon, app) = try start("", ["XDG_ACTIVATION_TOKEN": "stale", "DESKTOP_STARTUP_ID": "stale"])
        #expect(try daemon.reply(to: "notes:///show")["outcome"] == "success")
        #expect(app.next() == "||otherapp://shown")
    }

    /// A real compositor has made the token, and a real terminal hands it over.
    @Test(.needs(Terminal.absence))
    func `the silent command and the callback's app get the token of a click in a terminal`() throws {
        let sandbox = try Sandbox(Self.routes, as: "notes", settings: "callbacks: {allow: [otherapp]}\n")
        let app = try ReceivingApp(sandbox, scheme: "otherapp", tellsToken: true)
        let session = try UserSession(sandbox, isOrdinary: true)
        let display = try WaylandDisplay(in: session)
        let variables = display.variables.merging(Desktop.sway.variables) { $1 }
        try session.setEnvironment(variables)
        let installed = try session.perform(["\(Products.folder)/xcallback", "install", "--no-check"], variables)
        try #require(installed.status == 0, "\(installed)")
        let terminal = try Terminal(display, in: session, link: "notes:///make?x-success=otherapp%3A%2F%2Fdone")
        let token = try terminal.open()
        #expect(app.next() == "\(token)|\(token)|otherapp://done?result=\(token)")
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

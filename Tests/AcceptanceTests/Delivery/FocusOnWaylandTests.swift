import TestSupport
import Testing

/// The activation token of a click in a real terminal, which a real compositor has made, on its way through the installed
/// service.
@Suite(.needs(Terminal.absence), .timeLimit(.minutes(2)))
struct FocusOnWaylandTests {
    @Test func `the silent command and the callback's app get the token of a click in a terminal`() throws {
        let sandbox = try Sandbox(
            """
            schemes: [notes]
            routes:
              - {name: make, path: /make, desktop: allow, run: [printenv, XDG_ACTIVATION_TOKEN], output: text}
            """, as: "notes", settings: "callbacks: {allow: [otherapp]}\n")
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
}

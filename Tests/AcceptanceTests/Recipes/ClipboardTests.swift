import DispatcherMessages
import QueryCoding
import TestSupport
import Testing

/// The clipboard of a real X server.
@Suite(
    .enabled(if: has("Xvfb") && has("xclip"), "needs Xvfb and xclip: NOT TESTED"), .timeLimit(.minutes(1)))
struct ClipboardTests {
    private static let text = "Grüße\n$(id) `id` \"a\" 'b' \\n %s $$ ${HOME} 漢字 🙂"

    private let sandbox: Sandbox
    private let display: VirtualDisplay

    init() throws {
        sandbox = try Sandbox()
        try Recipe.copy(["clipboard"], to: sandbox)
        display = try VirtualDisplay(sandbox)
    }

    @Test func `a script writes the clipboard and reads it`() throws {
        let daemon = try RunningDaemon(sandbox, environment: ["DISPLAY": display.name])
        let replies = try daemon.replies(to: [
            "clip:///copy?text=\(CallTester.encoded(Self.text))", "clip:///paste",
        ])
        #expect(replies[0]["outcome"] == "success", "\(replies[0].json)")
        #expect(replies[1]["output"] == ["result": .string(Self.text)], "\(replies[1].json)")
        // The last one holds it still.
        let environment = sandbox.environment.merging(["DISPLAY": display.name]) { $1 }
        #expect(try run("xclip", ["-selection", "clipboard", "-out"], environment).output == Self.text)
        display.end()
    }

    @Test(.enabled(if: UserSession.absence == nil, "\(UserSession.absence ?? "")"))
    func `what a click has copied stays when its unit has ended`() throws {
        try sandbox.write("#!/bin/sh\nexit 0\n", to: "prompt", executable: true)
        try sandbox.settings("prompt: [\(sandbox.path)/prompt]\n")
        let service = try InstalledService(sandbox)
        let connection = try service.connect(.desktop)
        let reply = try connection.call(
            "dispatch",
            [
                "url": .string("clip:///copy?text=\(CallTester.encoded(Self.text))"),
                "environment": ["DISPLAY": .string(display.name)],
            ])["result"]
        #expect(reply?["outcome"] == "success", "\(reply?.json ?? "")")
        let shown = try service.session.perform([
            "env", "DISPLAY=\(display.name)", "xclip", "-selection", "clipboard", "-out",
        ])
        #expect(shown.output == Self.text, "\(shown)")
        display.end()
    }
}

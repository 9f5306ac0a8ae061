import QueryCoding
import RequestRecord
import Testing

/// The display of a session that began after the daemon, in a service under a user manager of its own.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(2)))
struct PresentDisplayTests {
    private let service: InstalledService

    init() throws {
        let sandbox = try Sandbox()
        for name in ["prompt", "notify-send"] {
            try sandbox.write(
                "#!/bin/sh\necho \"\(name) $DISPLAY\" >> '\(sandbox.path)/displays'\n", to: "tools/\(name)",
                executable: true)
        }
        try sandbox.write("", to: "displays")
        try sandbox.settings("prompt: [\(sandbox.path)/tools/prompt]\n")
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: show, path: /show, run: [sh, -c, 'printf %s "$$DISPLAY"'], output: text}
              - {name: fail, path: /fail, desktop: allow, run: ["false"]}
            """, "t")
        service = try InstalledService(sandbox)
        // The daemon starts with the display of the sandbox.
        try service.session.setEnvironment(["PATH": "\(sandbox.path)/tools:/usr/bin:/bin"])
        _ = try service.exchange("xcallback:///ping")
        try service.session.setEnvironment(["DISPLAY": ":42"])
    }

    private func click(_ url: String, display: String) throws -> QueryValue {
        let parameters: QueryValue = ["url": .string(url), "environment": ["DISPLAY": .string(display)]]
        return try service.connect(.desktop).call("dispatch", parameters)
    }

    @Test(arguments: [(":42", ":42"), (":43", ":5005"), (":5005", ":5005")])
    func `the question is on the manager's display, whatever the click names`(named: String, seen: String) throws {
        let reply = try click("t:///show", display: named)
        #expect(reply["result"]?["output"] == ["result": .string(seen)], "\(reply)")
        #expect(try service.sandbox.contents("displays") == "prompt :42\n")
    }

    @Test func `so is a notification`() throws {
        _ = try click("t:///fail", display: ":43")
        try wait(for: "the notification") { try service.sandbox.contents("displays") == "notify-send :42\n" }
    }
}

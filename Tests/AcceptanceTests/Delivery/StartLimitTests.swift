import Foundation
import QueryCoding
import Testing

/// A daemon that fails for good, under a real manager.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct StartLimitTests {
    private let sandbox: Sandbox
    private let service: InstalledService
    private var session: UserSession { service.session }

    init() throws {
        sandbox = try Sandbox()
        service = try InstalledService(sandbox)
        // In a folder on the PATH of the manager.
        try sandbox.write(
            """
            #!/bin/sh
            cd "\(sandbox.path)"
            printf '%s\\n' "$@" > note.part; mv note.part note

            """,
            to: "notify-send", executable: true)
        try session.setEnvironment(["PATH": "\(sandbox.path):/usr/bin:/bin"])
    }

    @Test func `the start limit is logged and notified, with the commands that undo it`() throws {
        try replaceProgram(status: 1)
        let connection = try service.connect()
        try connection.send("xcallback:///ping")
        let text = try notified()
        let cause = "systemd stopped restarting xcallbackd because it failed too often. To find the reason: "
        #expect(text.hasPrefix(cause))
        let sockets = ["xcallbackd-desktop.socket", "xcallbackd-control.socket", "xcallbackd-agent.socket"]
        try wait(for: "the sockets to fail") {
            try session.perform(["systemctl", "--user", "is-active"] + sockets).output == "failed\nfailed\nfailed\n"
        }

        try expectRemedy(text)
    }

    @Test func `a daemon that ends by itself with status 78 did not fail too often`() throws {
        try replaceProgram(status: 78)
        #expect(try session.perform(["systemctl", "--user", "start", "xcallbackd.service"]).status != 0)
        let text = try notified()
        let cause = "xcallbackd ended by itself with status 78: it could not start, as with a wrong configuration. "
        #expect(text.hasPrefix(cause + "To find the reason: journalctl --user -u xcallbackd. "))
        try expectRemedy(text)
    }

    @Test func `a failure of which systemd does not tell the result has no cause`() throws {
        #expect(try session.perform(["systemctl", "--user", "start", "xcallbackd-failure.service"]).status == 0)
        #expect(try notified().hasPrefix("xcallbackd failed, and systemd does not restart it. To find the reason: "))
    }

    private var program: String { "\(sandbox.path)/home/.local/bin/xcallbackd" }

    /// Installs a daemon that only ends with a status.
    private func replaceProgram(status: Int32) throws {
        try FileManager.default.moveItem(atPath: program, toPath: "\(program).kept")
        try sandbox.write("#!/bin/sh\nexit \(status)\n", to: program, executable: true)
    }

    /// The text of the notification, when there is one.
    private func notified() throws -> String {
        try wait(for: "the notification") { !sandbox.lines("note").isEmpty }
        let note = sandbox.lines("note")
        let options = ["--app-name=xcallbackd", "--icon=xcallback", "--urgency=critical"]
        #expect(note.dropLast() == options + ["--", "Clicks are lost"])
        return try #require(note.last)
    }

    /// What the text says helps, once the daemon is the real one.
    private func expectRemedy(_ text: String) throws {
        try FileManager.default.removeItem(atPath: program)
        try FileManager.default.moveItem(atPath: "\(program).kept", toPath: program)
        let commands = try #require(text.split(separator: "To start it again: ").last)
        let ended = try session.perform(["sh", "-c", String(commands)])
        #expect(ended.status == 0, "\(ended)")
        #expect(try service.exchange("xcallback:///ping")["outcome"] == "success")
    }
}

import Foundation
import QueryCoding
import TestSupport
import Testing

/// A daemon that crashes again and again, under a real manager.
@Suite(.enabled(if: UserSession.absence == nil, "\(UserSession.absence ?? "")"), .timeLimit(.minutes(5)))
struct StartLimitTests {
    @Test func `the start limit is logged and notified, with the commands that undo it`() throws {
        let sandbox = try Sandbox()
        let service = try InstalledService(sandbox)
        let session = service.session
        // In a folder on the PATH of the manager.
        try sandbox.write(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"\(sandbox.path)/note.part\"; mv \"\(sandbox.path)/note.part\" \"\(sandbox.path)/note\"\n",
            to: "notify-send", executable: true)
        try session.perform(["systemctl", "--user", "set-environment", "PATH=\(sandbox.path):/usr/bin:/bin"])
        let program = "\(sandbox.path)/home/.local/bin/xcallbackd"
        try FileManager.default.moveItem(atPath: program, toPath: "\(program).kept")
        try sandbox.write("#!/bin/sh\nexit 1\n", to: program, executable: true)

        let connection = try service.connect()
        try connection.send("xcallback:///ping")
        try wait(for: "the notification") {
            FileManager.default.fileExists(atPath: "\(sandbox.path)/note")
        }
        let note = try sandbox.contents("note").split(separator: "\n").map(String.init)
        #expect(note.dropLast() == ["--app-name=xcallbackd", "--urgency=critical", "--", "Clicks are lost"])
        let text = try #require(note.last)
        #expect(text.hasPrefix("systemd starts xcallbackd no more: it failed too often."))
        let sockets = ["xcallbackd-desktop.socket", "xcallbackd-control.socket"]
        try wait(for: "the sockets to fail") {
            try session.perform(["systemctl", "--user", "is-active"] + sockets).output == "failed\nfailed\n"
        }

        // What it says helps.
        try FileManager.default.removeItem(atPath: program)
        try FileManager.default.moveItem(atPath: "\(program).kept", toPath: program)
        let commands = try #require(text.split(separator: "Then: ").last)
        let ended = try session.perform(["sh", "-c", String(commands)])
        #expect(ended.status == 0, "\(ended)")
        #expect(try service.exchange("xcallback:///ping")["outcome"] == "success")
    }
}

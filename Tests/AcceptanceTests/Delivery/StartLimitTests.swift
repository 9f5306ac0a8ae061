import Foundation
import QueryCoding
import Testing

/// A daemon that fails for good, under a real manager.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct StartLimitTests {
    @Test func `after the start limit, the manual's commands start the daemon and its sockets again`() throws {
        let sandbox = try Sandbox()
        let service = try InstalledService(sandbox)
        let program = "\(sandbox.path)/home/.local/bin/xcallbackd"
        try FileManager.default.moveItem(atPath: program, toPath: "\(program).kept")
        try sandbox.write("#!/bin/sh\nexit 1\n", to: program, executable: true)
        let connection = try service.connect()
        try connection.send("xcallback:///ping")
        let sockets = ["xcallbackd-desktop.socket", "xcallbackd-control.socket", "xcallbackd-agent.socket"]
        func perform(_ arguments: [String]) throws -> Ended {
            try service.session.perform(["systemctl", "--user"] + arguments)
        }
        try wait(for: "the sockets to fail") {
            try perform(["is-active"] + sockets).output == "failed\nfailed\nfailed\n"
        }
        try FileManager.default.removeItem(atPath: program)
        try FileManager.default.moveItem(atPath: "\(program).kept", toPath: program)
        #expect(try perform(["reset-failed", "xcallbackd*"]).status == 0)
        #expect(try perform(["start"] + sockets).status == 0)
        #expect(try service.exchange("xcallback:///ping")["outcome"] == "success")
    }
}

import Foundation
import QueryCoding
import Testing

/// A daemon that fails for good, under a real manager.
@Suite(.needs(UserSession.absence), .timeLimit(.minutes(5)))
struct StartLimitTests {
    private let sandbox: Sandbox
    private let service: InstalledService
    private let sockets = ["xcallbackd-desktop.socket", "xcallbackd-control.socket", "xcallbackd-agent.socket"]

    init() throws {
        sandbox = try Sandbox()
        service = try InstalledService(sandbox)
    }

    private var program: String { "\(sandbox.path)/home/.local/bin/xcallbackd" }

    /// Installs a daemon that only ends with a status.
    private func replaceProgram(status: Int32) throws {
        try FileManager.default.moveItem(atPath: program, toPath: "\(program).kept")
        try sandbox.program("exit \(status)", to: program)
    }

    private func restoreProgram() throws {
        try FileManager.default.removeItem(atPath: program)
        try FileManager.default.moveItem(atPath: "\(program).kept", toPath: program)
    }

    private func perform(_ arguments: [String]) throws -> Ended {
        try service.session.perform(["systemctl", "--user"] + arguments)
    }

    @Test func `after the start limit, a click is notified, and install starts the daemon again`() throws {
        try sandbox.program("printf '%s\\n' \"$@\" >~/note.part && mv ~/note.part ~/note", to: "bin/notify-send")
        try replaceProgram(status: 1)
        let connection = try service.connect()
        try connection.send("xcallback:///ping")
        try wait(for: "the sockets to fail") {
            try perform(["is-active"] + sockets).output == "failed\nfailed\nfailed\n"
        }
        let click = ["\(Products.folder)/xcallback", "open", "--from", "desktop", "--", "notes:///x"]
        #expect(try service.session.perform(click).status == 69)
        try wait(for: "the notification") { !sandbox.lines("home/note").isEmpty }
        #expect(sandbox.lines("home/note").contains("A link was not opened"))
        try restoreProgram()
        try install()
    }

    @Test func `a program that is gone is not started again, until install`() throws {
        try FileManager.default.moveItem(atPath: program, toPath: "\(program).kept")
        let client = try service.session.perform(["\(Products.folder)/xcallback", "send", "xcallback:///ping"])
        #expect(client.status == 75, "\(client)")
        #expect(try perform(["show", "--property=NRestarts", "xcallbackd.service"]).output == "NRestarts=0\n")
        try FileManager.default.moveItem(atPath: "\(program).kept", toPath: program)
        try install()
    }

    private func install() throws {
        // Its last check connects to the daemon.
        let installed = try service.session.perform(["\(Products.folder)/xcallback", "install"])
        #expect(installed.status == 0 && !installed.output.contains("control socket"), "\(installed)")
        #expect(try service.exchange("xcallback:///ping")["outcome"] == "success")
    }

    @Test func `a daemon that ended with status 78 is not restarted`() throws {
        try replaceProgram(status: 78)
        #expect(try perform(["start", "xcallbackd.service"]).status != 0)
        let properties = try perform(["show", "--property=NRestarts,ActiveState", "xcallbackd.service"]).output
        #expect(properties.split(separator: "\n").sorted() == ["ActiveState=failed", "NRestarts=0"])
    }
}

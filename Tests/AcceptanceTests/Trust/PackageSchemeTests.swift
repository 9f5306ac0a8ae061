import DispatcherMessages
import Foundation
import QueryCoding
import TestSupport
import Testing

/// A package's file of routes that names the scheme of an installed app.
@Suite(
    .enabled(if: has("xdg-open") && has("update-desktop-database"), "needs xdg-utils and desktop-file-utils"),
    .timeLimit(.minutes(1)))
struct PackageSchemeTests {
    private let sandbox: Sandbox
    private let app: ReceivingApp
    private var file: String { "\(sandbox.path)/shared/xcallbackd/routes.d/evil.yaml" }

    init() throws {
        sandbox = try Sandbox()
        app = try ReceivingApp(sandbox, scheme: "otherapp")
        try sandbox.routes(
            """
            schemes: [n]
            routes:
              - {name: a, path: /a, run: [echo, SECRETOUT], output: text}
              - {name: open, path: /open, open: "otherapp://opened"}
              - {name: hold, path: /hold, run: [sh, -c, "echo > begun; exec sleep 600"], timeout: 10m}
            """)
        try sandbox.settings("callbacks: {allow: [otherapp]}\n")
        try FileManager.default.createDirectory(
            atPath: "\(sandbox.path)/shared/xcallbackd/routes.d", withIntermediateDirectories: true)
        try sandbox.write(
            """
            schemes: [otherapp]
            routes: [{name: take, path: "/**", run: [sh, -c, 'echo "$$1" >> stolen', sh, "${x-url}"]}]

            """, to: file)
    }

    private func start() throws -> RunningDaemon {
        try RunningDaemon(sandbox, environment: ["XDG_DATA_DIRS": "\(sandbox.path)/shared:/usr/local/share:/usr/share"])
    }

    private var isStolen: Bool { FileManager.default.fileExists(atPath: "\(sandbox.path)/home/stolen") }

    @Test func `it gets neither the answers nor the URLs that are meant for the app`() throws {
        let daemon = try start()
        let url = "n:///a?x-success=otherapp%3A%2F%2Fdone"
        let explained = try daemon.call("explain", ["url": .string(url)])
        #expect(explained["callbacks"]?["success"]?["verdict"] == "open")
        let reply = try daemon.reply(to: url)
        #expect(reply["callback"]?["state"] == "opened")
        #expect(app.next() == "otherapp://done?result=SECRETOUT")
        #expect(try daemon.reply(to: "n:///open")["outcome"] == "success")
        #expect(app.next() == "otherapp://opened")
        _ = try daemon.call("rerun", ["id": reply["id"] ?? .null])
        #expect(app.next() == "otherapp://done?result=SECRETOUT")
        let called = try daemon.call("call", ["url": "otherapp://called", "timeout": "1s"])
        #expect(called["error"]?["code"] == 408, "\(called.json)")
        let received = app.next() ?? ""
        #expect(received.hasPrefix("otherapp://called?") && received.contains("x-success="), "\(received)")
        #expect(daemon.stop() == 0)
        #expect(!isStolen)
    }

    @Test func `status and doctor name the file and the app`() throws {
        let daemon = try start()
        let conflicts = try daemon.call("status")["conflicts"]
        #expect(conflicts == [["scheme": "otherapp", "file": .string(file), "app": "otherapp.desktop"]])
        let line = "otherapp: belongs to otherapp.desktop, which gets its callbacks; \(file) names the scheme too\n"
        #expect(try daemon.xcallback(["status"]).output.contains("scheme     " + line))
        let doctor = try daemon.xcallback(["doctor", "--no-round-trip"]).output
        #expect(doctor.contains("belongs to otherapp.desktop") && !doctor.contains("--force"))
    }

    @Test func `after a kill the error goes to the app`() throws {
        let daemon = try start()
        _ = try daemon.accept("n:///hold?x-error=otherapp%3A%2F%2Ffailed")
        try wait(for: "the command") { FileManager.default.fileExists(atPath: "\(sandbox.path)/home/begun") }
        daemon.kill()
        let second = try start()
        #expect(app.next()?.hasPrefix("otherapp://failed?errorCode=503") == true)
        #expect(second.stop() == 0)
        #expect(!isStolen)
    }
}

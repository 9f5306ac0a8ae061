import Foundation
import TestSupport
import Testing

/// Another app makes itself the default for a scheme of ours while the daemon runs. A mock of notify-send writes down what
/// the desktop would show.
@Suite(
    .enabled(if: has("xdg-open") && has("update-desktop-database"), "needs xdg-utils and desktop-file-utils"),
    .timeLimit(.minutes(2)))
struct TakenSchemeTests {
    private let sandbox: Sandbox
    private let shown: NamedPipe
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Sandbox()
        shown = try NamedPipe("\(sandbox.path)/shown")
        try sandbox.write(
            "#!/bin/sh\nshift\nprintf '%s|' \"$@\" > '\(shown.path)'\necho > '\(shown.path)'\n",
            to: "home/notify-send", executable: true)
        try sandbox.routes("schemes: [hello, other]\nroutes: [{name: a, path: /a, run: [\"true\"]}]\n", "hello")
        // It starts in a home in which nothing is installed yet.
        daemon = try RunningDaemon(
            sandbox, arguments: ["--log-level", "debug"],
            environment: ["PATH": "\(sandbox.path)/home:\(sandbox.environment["PATH"] ?? "")"])
        try install()
    }

    private func install(_ options: String...) throws {
        let ended = try daemon.xcallback(["install"] + options)
        try #require(ended.status == 0, "\(ended)")
    }

    private func notice(of scheme: String) -> String {
        "--|Another app opens \(scheme): links|\(scheme): opens with \(scheme) (\(scheme).desktop). "
            + "'xcallback install --force' makes xcallback the default again.|"
    }

    /// The number of times that the daemon has looked who has the schemes.
    private var looks: Int {
        daemon.logText.components(separatedBy: "looked for schemes that another app opens now").count - 1
    }

    @Test func `it is notified once, with the app and the command that takes it back`() throws {
        try sandbox.registerApp(scheme: "hello", "#!/bin/sh\n")
        #expect(shown.line() == notice(of: "hello"))
        let line = "another app became the default for a scheme"
        try daemon.waitForLog(line)
        let logged = try #require(daemon.logText.split(separator: "\n").last { $0.contains(line) })
        #expect(logged.contains("hello.desktop") && logged.contains("mimeapps.list:"), "\(logged)")
        // A later write of the file is no news; only the next scheme is.
        let list = "\(sandbox.path)/config/mimeapps.list"
        let looks = looks
        try sandbox.write("# mine\n" + String(contentsOfFile: list, encoding: .utf8), to: list)
        try wait(for: "a look at it") { self.looks > looks }
        try sandbox.registerApp(scheme: "other", "#!/bin/sh\n")
        #expect(shown.line() == notice(of: "other"))
        // Once it is ours again, its loss is news again.
        try install("--force")
        try wait(for: "the scheme to be ours") {
            try daemon.xcallback(["doctor", "--no-round-trip"]).output.contains("ok     scheme hello")
        }
        #expect(daemon.stop() == 0)
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test func `what the user does by install and uninstall is not notified`() throws {
        #expect(try daemon.xcallback(["uninstall"]).status == 0)
        try sandbox.registerApp(scheme: "hello", "#!/bin/sh\n")
        try install("--force")
        try install("--force")
        try sandbox.registerApp(scheme: "other", "#!/bin/sh\n")
        #expect(shown.line() == notice(of: "other"))
        #expect(daemon.stop() == 0)
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test func `a scheme that was taken before the start is logged, and not notified at each start`() throws {
        try sandbox.registerApp(scheme: "hello", "#!/bin/sh\n")
        #expect(shown.line() == notice(of: "hello"))
        #expect(daemon.stop() == 0)
        let again = try RunningDaemon(
            sandbox, environment: ["PATH": "\(sandbox.path)/home:\(sandbox.environment["PATH"] ?? "")"])
        try wait(for: "the second line") {
            again.logText.components(separatedBy: "another app became the default for a scheme").count == 3
        }
        try sandbox.registerApp(scheme: "other", "#!/bin/sh\n")
        #expect(shown.line() == notice(of: "other"))
    }
}

import DispatcherMessages
import DispatcherScenarios
import Foundation
import Glibc
import QueryCoding
import TestSupport
import Testing

/// The programs that these tests need.
private enum Dialogs {
    /// Why they cannot be tested here; nil if they can.
    static let absence: String? = {
        let missing = ["zenity", "kdialog", "Xvfb", "xdotool"].filter { !has($0) }
        return missing.isEmpty ? nil : "needs \(missing.joined(separator: ", "))"
    }()
}

/// The dialogs of the desktop, on a display without a screen, answered by their keys.
@Suite(.enabled(if: Dialogs.absence == nil, "\(Dialogs.absence ?? "")"), .timeLimit(.minutes(3)))
struct DialogTests {
    private let sandbox: Sandbox
    private let display: VirtualDisplay

    init() throws {
        sandbox = try Sandbox()
        display = try VirtualDisplay(sandbox)
    }

    private func press(_ keys: [String]) throws {
        let environment = sandbox.environment.merging(["DISPLAY": display.name]) { $1 }
        let window = try run(
            "xdotool", ["search", "--sync", "--onlyvisible", "--name", "^xcallbackd$"], environment
        ).output.split(separator: "\n").last.map { String($0) }
        // Without a window manager the focus does not come by itself.
        try run("xdotool", ["windowfocus", "--sync", try #require(window), "key"] + keys, environment)
    }

    @Test(
        arguments: [
            ("zenity", ["Return"], "cancel"),  // a key that was meant for something else
            ("zenity", ["Escape"], "cancel"),
            ("zenity", ["Tab", "Return"], "success"),
            ("zenity", ["shift+Tab", "Return"], "always"),
            ("kdialog", ["Return"], "cancel"),
            ("kdialog", ["Escape"], "cancel"),
            ("kdialog", ["Down", "Return"], "success"),
            ("kdialog", ["Down", "Down", "Return"], "always"),
        ])
    func `the three answers`(program: String, keys: [String], answer: String) throws {
        // The folder has one of the dialogs, and the commands of the routes.
        try FileManager.default.createDirectory(atPath: "\(sandbox.path)/bin", withIntermediateDirectories: true)
        for name in [program, "touch"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(sandbox.path)/bin/\(name)", withDestinationPath: find(name, sandbox.environment))
        }
        try sandbox.routes("schemes: [t]\nroutes: [{name: a, path: /a, run: [touch, ran]}]", "t")
        let daemon = try RunningDaemon(
            sandbox, environment: ["PATH": "\(sandbox.path)/bin", "DISPLAY": display.name, "QT_QPA_PLATFORM": "xcb"])
        let client = Connection(try daemon.connect(.desktop))
        try client.send("t:///a")
        try press(keys)
        let reply = try client.reply()
        #expect(reply["outcome"] == (answer == "cancel" ? "cancel" : "success"), "\(reply) \(daemon.logText)")
        #expect(daemon.hasTouched("ran") == (answer != "cancel"))
        let grants = try daemon.answer("grants", [:], door: .control)["result"]?["grants"]
        #expect((grants == []) == (answer != "always"))
    }

    @Test(arguments: ["zenity", "kdialog"])
    func `a display that is gone is no answer`(program: String) throws {
        try sandbox.routes("schemes: [t]\nroutes: [{name: a, path: /a, run: [touch, ran]}]", "t")
        try FileManager.default.createDirectory(atPath: "\(sandbox.path)/bin", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/bin/\(program)", withDestinationPath: find(program, sandbox.environment))
        display.end()
        let daemon = try RunningDaemon(sandbox, environment: ["PATH": "\(sandbox.path)/bin", "DISPLAY": display.name])
        #expect(try daemon.reply(to: "t:///a", door: .desktop)["error"]?["code"] == 403)
    }
}

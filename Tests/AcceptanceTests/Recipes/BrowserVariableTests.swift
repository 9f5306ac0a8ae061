import DispatcherMessages
import Foundation
import RequestRecord
import Testing

/// `BROWSER` in a container and on another machine: the link opens here.
@Suite(.timeLimit(.minutes(1)))
struct BrowserVariableTests {
    private let sandbox: Sandbox
    private let opened: NamedPipe
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Recipe.sandbox(["web"])
        opened = try NamedPipe("\(sandbox.path)/opened")
        try sandbox.program("printf '%s\\n' \"$@\" > '\(opened.path)'", to: "bin/chromium")
        // Where the page has it.
        try sandbox.write(
            Recipe.sample("text", with: "exec xcallback open") + "\n", to: "home/.local/bin/open-here", executable: true
        )
        daemon = try RunningDaemon(sandbox)
    }

    @Test(.needs(Bubblewrap.absence), .needs(programs: "python3"))
    func `a link that a container opens appears here, and nothing else is in its reach`() throws {
        let sample = try Recipe.sample("sh", with: "bwrap")
        let ended = try run("/bin/sh", ["-ec", sample], sandbox.environment)
        #expect(ended.status == 0, "\(ended)")
        #expect(opened.line() == "https://example.org/from?the=container")
        let command = try #require(sample.range(of: "python3 -m webbrowser")).lowerBound
        let status = try run("/bin/sh", ["-ec", sample[..<command] + "xcallback status"], sandbox.environment)
        #expect(status.status == 77 && status.errors.contains("only the desktop socket is at "), "\(status)")
    }

    @Test(.needs(RemoteMachine.absence), .needs(programs: "python3"))
    func `a link that is opened on another machine appears here`() throws {
        let far = try Sandbox()
        try FileManager.default.copyItem(
            atPath: "\(sandbox.path)/home/.local/bin/open-here", toPath: "\(far.path)/open-here")
        let ended = try RemoteMachine(far).ssh([
            "-o", "ExitOnForwardFailure=yes", "-R", "\(far.path)/run/desktop.sock:\(daemon.directory.socket(.desktop))",
            "box", "XCALLBACK_SOCKET_DIRECTORY=\(far.path)/run", "BROWSER=\(far.path)/open-here",
            "python3", "-m", "webbrowser", "'https://example.org/from?the=other&machine'",
        ])
        #expect(ended.status == 0, "\(ended)")
        #expect(opened.line() == "https://example.org/from?the=other&machine")
    }
}

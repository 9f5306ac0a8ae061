import Glibc
import QueryCoding
import RequestRecord
import Testing

/// What only the built daemon shows of desktop.sock: processes, its log, and time that passes.
@Suite(.timeLimit(.minutes(1)))
struct DesktopSocketTests {
    private let daemon: RunningDaemon

    init() throws { daemon = try RunningDaemon.start(DoorTests.fixture) }

    @Test func `the standard error that the desktop socket does not get is in the log`() throws {
        _ = try daemon.reply(to: "t:///fail", door: .desktop)
        try daemon.waitForLog("/home/me/secret")
    }

    @Test func `a command that runs for a web page stays on the desktop socket`() throws {
        let refused = try daemon.reply(to: "t:///again", door: .desktop)["error"]?["message"]
        #expect(refused == "xcallback: error 403: route 't.never' is not open to the desktop")
        #expect(!daemon.hasTouched("ran"))
        #expect(try daemon.reply(to: "t:///again")["outcome"] == "success")
        #expect(daemon.hasTouched("ran"))
    }

    @Test func `open --from desktop returns at once and prints nothing`() throws {
        let fifo = "\(daemon.sandbox.path)/f"
        #expect(mkfifo(fifo, 0o600) == 0)
        let url = "t:///slow/\(fifo.replacing("/", with: "%2F"))"
        // The command waits for a writer, and the pipe has none yet.
        let ended = try daemon.xcallback(["open", "--from", "desktop", "--", url])
        #expect(ended == Ended(status: 0, output: "", errors: ""))
        let writer = open(fifo, O_WRONLY | O_CLOEXEC)
        #expect(writer >= 0)
        close(writer)
        let refused = try daemon.xcallback(["open", "--from", "desktop", "--", "t:///never"])
        #expect(refused == Ended(status: 0, output: "", errors: ""))
    }

    @Test func `the log is printable lines of at most 2 KiB, whatever a URL holds`() throws {
        let nasty = "%1B%5D0;x%07%0D%0A%E2%80%AE" + String(repeating: "%1B%C2%9B", count: 10_000)
        for url in ["t:///open?x=\(nasty)", "t:///\(nasty)", "nope:\(nasty)", "t:///open?x-success=\(nasty)"] {
            #expect(try daemon.reply(to: url, door: .desktop)["outcome"] == "error")
        }
        #expect(daemon.stop() == 0, "all is written then")
        #expect(daemon.logText.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
        #expect(daemon.logText.split(separator: "\n").allSatisfy { $0.utf8.count <= 2048 })
    }
}

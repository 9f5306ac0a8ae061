import Glibc
import QueryCoding
import TestSupport
import Testing

/// No room for the journal.
@Suite(.needs(Tally.mountAbsence), .timeLimit(.minutes(2 + Scale.factor)))
struct DiskFullTests {
    private let tally: Tally
    private let disk: SmallDisk

    init() throws {
        tally = try Tally()
        disk = try SmallDisk(tally.sandbox)
    }

    /// Requests until the journal has found no room: some may still be written to pages that it has.
    private func useUp(_ daemon: RunningDaemon, from first: Int) throws -> Int {
        var number = first
        try wait(for: "the disk to be full") {
            let reply = try daemon.reply(to: "t:///pad/\(number)?text=\(String(repeating: "x", count: 8000))")
            #expect(reply["outcome"] == "success")
            number += 1
            return try daemon.call("status")["journal"]?.string?.hasPrefix("memory: ") == true
        }
        return number
    }

    @Test func `with a full disk, the journal goes on in memory`() throws {
        let shown = try tally.sandbox.recordNotifications()
        let daemon = try disk.start(tally)
        #expect(try daemon.reply(to: "t:///note/0")["outcome"] == "success")
        let file = try daemon.call("status")["journal"]
        try disk.fill()
        let next = try useUp(daemon, from: 1)

        let reason = "no space is left"
        #expect(try daemon.call("status")["journal"]?.string?.hasSuffix(reason) == true)
        try daemon.waitForLog("the journal continues in memory")
        let notification = try #require(shown.line())
        #expect(notification.contains("Requests are recorded in memory only") && notification.contains(reason))
        #expect(tally.ran == (0..<next).map { "\($0)" })

        try disk.empty()
        try wait(for: "the file to be used again") { try daemon.call("status")["journal"] == file }
        try daemon.waitForLog("the journal is in its file again")
        #expect(try daemon.reply(to: "t:///note/\(next)")["outcome"] == "success")
        daemon.kill()

        let urls = try disk.start(tally).history().reversed().map { $0["url"]?.string?.split(separator: "?").first }
        let padded = (1..<next).map { "t:///pad/\($0)" }
        #expect(urls.map { $0.map(String.init) } == ["t:///note/0"] + padded + ["t:///note/\(next)"])
        #expect(shown.line(milliseconds: 0) == nil)
    }

    @Test func `a disk that fills under load leaves each request one outcome, even after SIGKILL`() throws {
        // Of each: before, with the disk full, and at the next start.
        let some = Scale.count(20, upTo: 3400)
        let clients = LoadClients()
        let first = try disk.start(tally)
        try clients.load(first, connections: 4) {
            try clients.waitForMore(some)
            try disk.fill()
            _ = try useUp(first, from: 1_000_000)
            try clients.waitForMore(some)
            first.kill()
        }
        // The next finds it full, the one after that has room.
        let second = try disk.start(tally)
        try clients.load(second, connections: 4) {
            try clients.waitForMore(some)
            second.kill()
        }
        try disk.empty()
        let third = try disk.start(tally)
        try JournalAudit(tally: tally, daemon: third, isWhole: false).check(clients.told)
        #expect(try third.reply(to: "t:///note/2000000")["outcome"] == "success")
        #expect(third.stop() == 0)
    }
}

/// A separate disk for the state of a sandbox, which can be filled. It outlives the daemons that use it.
private final class SmallDisk: Sendable {
    private let sandbox: Sandbox
    /// The process that keeps the mount.
    private let holder: Child

    /// It needs root.
    init(_ sandbox: Sandbox, size: String = "16m") throws {
        self.sandbox = sandbox
        let ready = try NamedPipe("\(sandbox.path)/disk.fifo")
        let script = "mount -t tmpfs -o size=$1,mode=700 tmpfs \"$2\"; echo mounted > \"$3\"; exec sleep 3600"
        holder = try Child(
            find("unshare", sandbox.environment),
            ["--mount", "sh", "-euc", script, "sh", size, "\(sandbox.path)/state", ready.path], sandbox.environment)
        guard ready.line() == "mounted" else { throw Failure("no disk") }
    }

    deinit {
        holder.signal(SIGKILL)
        _ = holder.wait()
    }

    /// Starts a daemon whose state is on it.
    func start(_ tally: Tally) throws -> RunningDaemon {
        try tally.start(launcher: entering(["\(Products.folder)/xcallbackd"]))
    }

    /// Takes all room that is left.
    func fill() throws { try perform("cat /dev/zero > \"$0/fill\" 2>/dev/null || :") }

    /// Frees the space.
    func empty() throws { try perform("rm \"$0/fill\"") }

    private func perform(_ script: String) throws {
        try run(entering(["sh", "-c", script, "\(sandbox.path)/state"]), sandbox.environment).succeeded()
    }

    private func entering(_ command: [String]) throws -> [String] {
        [try find("nsenter", sandbox.environment), "--target", "\(holder.pid)", "--mount", "--"] + command
    }
}

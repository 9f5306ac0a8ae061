import DispatcherMessages
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// `xcallback bridge`: bytes in, bytes out, as if the streams were the socket.
@Suite(.timeLimit(.minutes(1)))
struct BridgeTests {
    private let daemon: RunningDaemon

    init() throws {
        let sandbox = try Sandbox()
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: tell, path: "/tell/{fifo}", run: [sh, -c, 'echo begun >"$$0"', $fifo]}
              - {name: hold, path: "/hold/{begun}/{held}", run: [sh, -c, 'echo begun >"$$0"; exec cat "$$1"', $begun, $held]}
            """, "t")
        daemon = try RunningDaemon(sandbox)
    }

    private func shell(_ script: String, input: String? = nil) throws -> Ended {
        try run("/bin/sh", ["-c", script], daemon.sandbox.environment, input: input)
    }

    @Test func `bridge still writes the replies after its input has ended`() throws {
        let ended = try daemon.xcallback(["bridge"], input: "xcallback:///ping\nxcallback:///version")
        #expect(ended.status == 0 && ended.errors == "")
        #expect(ended.output.split(separator: "\n").count == 2)
    }

    @Test(arguments: [(1 << 20, "success"), ((1 << 20) + 1, "error")])
    func `bridge passes the longest line, and the daemon refuses a longer one`(
        length: Int, outcome: String
    ) throws {
        let line = "xcallback:///ping?x=".padding(toLength: length, withPad: "a", startingAt: 0)
        let ended = try daemon.xcallback(["bridge"], input: line + "\nxcallback:///ping\n")
        let outcomes = try ended.output.split(separator: "\n").map {
            try JSONParser.parse(Array($0.utf8), depthLimit: 9)["outcome"]?.string
        }
        #expect(outcomes == [outcome, "success"])
    }

    @Test func `bridge passes much data both ways at once`() throws {
        let count = Scale.count(1000, upTo: 30_000)
        let line = "xcallback:///echo?a=" + String(repeating: "b", count: 2000) + "\n"
        try daemon.sandbox.write(String(repeating: line, count: count), to: "lines")
        let ended = try shell("xcallback bridge < '\(daemon.sandbox.path)/lines' | wc -l")
        #expect(ended == Ended(status: 0, output: "\(count)\n", errors: ""))
    }

    @Test func `bridge stops reading its input while its output is not read`() throws {
        let count = 1000
        let line = "xcallback:///echo?a=" + String(repeating: "b", count: 2000) + "\n"
        try daemon.sandbox.write(String(repeating: line, count: count), to: "lines")
        let input = open("\(daemon.sandbox.path)/lines", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let output = try ChildPipe()
        let child = try Child(
            "\(Products.folder)/xcallback", ["bridge"], daemon.sandbox.environment, input: input,
            output: output.writing)
        output.closeWriting()
        // It has written all that the pipe holds, and waits for us.
        try wait(for: "a full pipe") {
            var waiting: CInt = 0
            return ioctl(output.reading, UInt(FIONREAD), &waiting) == 0 && waiting >= 30_000
        }
        #expect(lseek(input, 0, SEEK_CUR) < off_t(line.utf8.count * count))
        #expect(output.read().split(separator: "\n").count == count)
        #expect(child.wait() == 0)
    }

    @Test func `bridge ends when its output is closed`() throws {
        let ended = try shell("yes xcallback:///ping | xcallback bridge | head -n 3 | wc -l")
        #expect(ended == Ended(status: 0, output: "3\n", errors: ""))
    }

    @Test func `a line counts after its sender has left`() throws {
        let begun = try NamedPipe("\(daemon.sandbox.path)/begun")
        _ = try shell("echo 't:///tell/\(begun.parameter)' | xcallback bridge | true")
        #expect(begun.line() == "begun")
    }

    @Test func `bridge ends with the daemon`() throws {
        let begun = try NamedPipe("\(daemon.sandbox.path)/begun")
        let held = try NamedPipe("\(daemon.sandbox.path)/held")
        let input = try ChildPipe()
        let child = try Child(
            "\(Products.folder)/xcallback", ["bridge"], daemon.sandbox.environment, input: input.reading)
        let line = "t:///hold/\(begun.parameter)/\(held.parameter)\n"
        #expect(write(input.writing, line, line.utf8.count) == line.utf8.count)
        #expect(begun.line() == "begun")
        daemon.signal(SIGKILL)
        #expect(child.wait() == 0)
    }

    @Test(arguments: [("control", "success"), ("desktop", "error")])
    func `bridge connects to the socket that --door names`(door: String, outcome: String) throws {
        let ended = try daemon.xcallback(["bridge", "--door", door], input: "xcallback:///ping\n")
        #expect(ended.output.contains(#""outcome":"\#(outcome)""#))
    }

    @Test func `a program that was started for the desktop socket has no other bridge`() throws {
        let script = "echo xcallback:///ping | XCALLBACK_DOOR=desktop xcallback bridge"
        #expect(try shell(script).output.contains(#""code":403"#))
        let forced = try shell(script + " --door control")
        #expect(forced.status == 77 && forced.output == "" && forced.errors.contains("unset XCALLBACK_DOOR"))
    }

    @Test(arguments: ["history", "routes", "status", "disable t", "reload", "call xcallback:///ping", "explain t:///x"])
    func `a program that was started for the desktop socket uses no method of the control socket`(
        command: String
    ) throws {
        let ended = try shell("XCALLBACK_DOOR=desktop xcallback \(command)")
        #expect(ended.status == 77 && ended.output == "" && ended.errors.contains("unset XCALLBACK_DOOR"))
    }

    /// A daemon of a later version may have another socket.
    @Test(arguments: ["send xcallback:///ping", "call xcallback:///ping", "bridge", "bridge --door desktop", "status"])
    func `a socket that this version does not know permits no socket`(command: String) throws {
        for name in ["nonsense", "Control", "desktop\n"] {
            let ended = try shell("XCALLBACK_DOOR='\(name)' xcallback \(command) </dev/null")
            #expect(ended.status == 77 && ended.output == "" && ended.errors.contains("unset XCALLBACK_DOOR"))
        }
        #expect(try shell("XCALLBACK_DOOR= xcallback send xcallback:///ping").status == 0)
    }

    @Test func `bridge exits with 69 without a daemon, and writes no greeting`() throws {
        #expect(daemon.stop() == 0)
        let ended = try daemon.xcallback(["bridge", "--greet"], input: "")
        #expect(ended.status == 69 && ended.output == "")
        #expect(ended.errors.hasPrefix("xcallback: no daemon at "))
    }
}

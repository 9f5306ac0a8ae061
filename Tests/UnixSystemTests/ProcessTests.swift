import Glibc
import TestSupport
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(5)))
struct ProcessTests {
    private func run(
        _ script: String, environment: [String: String] = [:], seconds: Int = 30
    ) throws -> CompletedProcess? {
        try CompletedProcess.run(
            path: "/bin/sh", arguments: ["sh", "-c", script], environment: environment, seconds: seconds)
    }

    @Test func `returns the output, the errors and the status of a program`() throws {
        let end = try #require(try run("echo out; echo error >&2; exit 3"))
        #expect(end.output == "out\n")
        #expect(end.errors == "error\n")
        #expect(end.status == 3)
    }

    @Test func `gives a program just its environment and an empty input`() throws {
        let end = try #require(try run("cat; echo $NAME$HOME", environment: ["NAME": "a=b"]))
        #expect(end.output == "a=b\n")
    }

    @Test func `returns 128 plus the signal that ended a program`() throws {
        #expect(try run("kill -TERM $$")?.status == 128 + SIGTERM)
    }

    @Test func `kills the group of a program at its deadline`() throws {
        let directory = try TemporaryFolder()
        let file = "\(directory.path)/pid"
        #expect(try run("sleep 600 & echo $! > \(file); wait", seconds: 1) == nil)
        let text = String(decoding: try #require(try FileContents.read(file)), as: UTF8.self)
        let background = try #require(pid_t(text.dropLast()))
        // The killed process is gone once its new parent has collected it.
        while kill(background, 0) == 0, try isRunning(background) { usleep(1000) }
    }

    private func isRunning(_ identifier: pid_t) throws -> Bool {
        let status = try FileContents.read("/proc/\(identifier)/stat").map { String(decoding: $0, as: UTF8.self) }
        return status.map { !$0.contains(") Z ") } ?? false
    }

    /// A program in the background holds the pipes open.
    @Test func `does not wait for a program that is left in the background`() throws {
        let end = try #require(try run("sleep 600 & echo $!"))
        let background = try #require(pid_t(end.output.dropLast()))
        #expect(kill(background, SIGKILL) == 0)
    }

    @Test func `reads a program with much output to its end`() throws {
        let end = try #require(try run("yes | head -c 1000000"))
        #expect(end.status == 0)
        #expect(end.output.utf8.count == CompletedProcess.limit)
    }

    @Test func `names the program that cannot be started`() {
        let error = #expect(throws: SystemCallError.self) { try ChildProcess(["no-such-program"]) }
        #expect(error?.description == "cannot start 'no-such-program': No such file or directory")
    }

    @Test(arguments: [("/nowhere", "No such file or directory"), ("/dev/null", "Not a directory")])
    func `names the folder that a child cannot enter`(folder: String, reason: String) {
        let error = #expect(throws: SystemCallError.self) { try ChildProcess(["true"], directory: folder) }
        #expect(error?.description == "cannot enter '\(folder)': \(reason)")
    }

    @Test func `connects a child to descriptors, and reports its end`() throws {
        let output = try Pipe()
        let child = try ChildProcess(["echo", "hi"], input: .empty, output: .descriptor(output.writingNumber))
        let end = try child.openDescriptor()
        let reading = output.readingEnd()
        #expect(try FileContents.readToEnd(of: reading.number, "the output") == Array("hi\n".utf8))
        var event = pollfd(fd: end.number, events: Int16(POLLIN), revents: 0)
        #expect(retrying { poll(&event, 1, -1) } == 1)
        #expect(child.wait() == 0)
        #expect(child.wait() == nil, "it was collected")
    }
}

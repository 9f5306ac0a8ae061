import Glibc
import Testing
import UnixSystem

@Suite(.timeLimit(.minutes(1)))
struct RunningProcessTests {
    @Test func `reads the parent, the program and the group of this process`() throws {
        let process = try #require(RunningProcess(getpid()))
        #expect(process.parent == getppid())
        #expect(process.program == File.resolved("/proc/self/exe"))
        #expect(process.group == ControlGroup(of: getpid()))
    }

    @Test(arguments: [true, false])
    func `tells a process in the window of a terminal`(isInTerminal: Bool) throws {
        // script(1) makes a pseudo-terminal.
        let command = ["sh", "-c", "echo $$; exec sleep 600"]
        let pipe = try Pipe()
        let child = try ChildProcess(
            isInTerminal ? ["script", "-qec", "sh -c 'echo $$; exec sleep 600'", "/dev/null"] : command,
            input: .empty, output: .descriptor(pipe.writingNumber), isApart: true)
        defer {
            child.sendToGroup(SIGKILL)
            _ = child.wait()
        }
        var text: [UInt8] = []
        while !text.contains(UInt8(ascii: "\n")) {
            var byte: UInt8 = 0
            try #require(read(pipe.readingNumber, &byte, 1) == 1)
            text.append(byte)
        }
        let pid = try #require(pid_t(String(decoding: text, as: UTF8.self).prefix { $0.isNumber }))
        defer { kill(pid, SIGKILL) }
        #expect(try #require(RunningProcess(pid)).isInTerminal == isInTerminal)
    }

    @Test func `is nil for a process that does not exist`() {
        #expect(RunningProcess(0) == nil)
    }
}

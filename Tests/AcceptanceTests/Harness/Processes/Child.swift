import Foundation
import Glibc
import Synchronization
import TestSupport

/// A child process. Foundation's `Process` learns of its end from a socket that later children inherit, so it can wait
/// for the wrong one; this asks the kernel.
final class Child: Sendable {
    let pid: pid_t
    private let status = Mutex<Int32?>(nil)

    /// Starts a program with these variables and descriptors; all others here are closed on exec.
    init(
        _ program: String, _ arguments: [String], _ environment: [String: String],
        input: CInt = -1, output: CInt = -1, errors: CInt = -1
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (source, target) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            if source >= 0 {
                posix_spawn_file_actions_adddup2(&actions, source, target)
            } else {
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", target == 0 ? O_RDONLY : O_WRONLY, 0)
            }
        }
        // A child inherits what the threads of a test block, and what the process ignores: SIGINT, if a shell started it
        // in the background.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let vector = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in vector + variables { free(text) } }
        var pid = pid_t()
        let failure = posix_spawn(&pid, program, &actions, &attributes, vector, variables)
        guard failure == 0 else { throw Failure("cannot start \(program): \(String(cString: strerror(failure)))") }
        self.pid = pid
    }

    deinit {
        guard isRunning else { return }
        kill(pid, SIGKILL)
        _ = wait()
    }

    /// Whether it has not ended; one that has ended is collected.
    var isRunning: Bool {
        status.withLock { status in
            guard status == nil else { return false }
            var raw: Int32 = 0
            guard waitpid(pid, &raw, WNOHANG) == pid else { return true }
            status = Self.exitStatus(raw)
            return false
        }
    }

    private static func exitStatus(_ raw: Int32) -> Int32 { raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F) }

    func signal(_ signal: Int32) { if isRunning { kill(pid, signal) } }

    /// Waits for its end: its exit status, or 128 and the signal that ended it.
    func wait() -> Int32 {
        status.withLock { status in
            if let status { return status }
            var raw: Int32 = 0
            while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
            let ended = Self.exitStatus(raw)
            status = ended
            return ended
        }
    }
}

extension Child {
    /// Starts a command, and waits for the first line that it prints. What it prints afterwards has no reader.
    static func printing(
        _ command: [String], _ environment: [String: String], input: CInt = -1
    ) throws -> (child: Child, line: String) {
        let pipe = try ChildPipe()
        let child = try Child(
            find(command[0], environment), Array(command.dropFirst()), environment, input: input, output: pipe.writing)
        pipe.closeWriting()
        return (child, pipe.read(line: true).trimmingCharacters(in: .newlines))
    }
}

/// Two ends of a pipe that no child inherits by accident.
final class ChildPipe {
    private(set) var reading: CInt
    private(set) var writing: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure("no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeWriting()
        closeReading()
    }

    func closeReading() {
        if reading >= 0 { close(reading) }
        reading = -1
    }

    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Reads to the end of the stream, or to the first line feed.
    func read(line: Bool = false) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(reading, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            if line, bytes.contains(UInt8(ascii: "\n")) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

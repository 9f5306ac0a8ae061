import CLinux
import Glibc

/// A command that keeps running: lines to its standard input, lines from its standard output.
final class ServedCommand {
    /// A line that it said.
    enum Line {
        case text([UInt8])
        case tooLong
    }

    /// The longest line that is taken.
    static let lineLimit = 1 << 20

    let output: CInt
    /// What polls as readable once it has ended.
    let process: CInt
    /// Negative once it is closed.
    private var input: CInt
    private let pid: pid_t
    /// What it has not taken yet.
    private var unwritten: [UInt8] = []
    private var said: [UInt8] = []
    private var scanned = 0
    private var isTooLong = false

    /// Starts a command, found along PATH. Throws a ``Failure``.
    init(_ words: [String]) throws {
        // It may end without having read what we wrote.
        signal(SIGPIPE, SIG_IGN)
        let (inputEnd, input) = try Self.makePipe()
        let (output, outputEnd) = try Self.makePipe()
        defer {
            close(inputEnd)
            close(outputEnd)
        }
        self.input = input
        self.output = output
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        pid = try Self.spawn(words, input: inputEnd, output: outputEnd)
        process = clinux_open_process(pid)
        guard process >= 0 else { throw Failure("cannot watch the command", errno) }
    }

    deinit {
        for descriptor in [input, output, process] where descriptor >= 0 { close(descriptor) }
    }

    /// Why it could not be started.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ attempt: String, _ code: Int32) { description = "\(attempt): \(String(cString: strerror(code)))" }
    }

    /// What can be polled for room, while there is something to write.
    var waitingInput: CInt? { unwritten.isEmpty ? nil : input }

    /// Sends a line, or as much of it as is taken now.
    func send(_ line: String) {
        unwritten += Array(line.utf8) + [UInt8(ascii: "\n")]
        write()
    }

    /// Goes on sending. What nobody reads any more is dropped: the end of the command is told elsewhere.
    func write() {
        while !unwritten.isEmpty {
            let count = unwritten.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            unwritten.removeFirst(count < 0 ? unwritten.count : count)
        }
    }

    /// Reads what there is. False at the end of its output.
    func read() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(output, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return true }
            guard count > 0 else { return false }
            said += chunk[..<count]
            if said.count - scanned > Self.lineLimit { return true }
        }
    }

    /// The next line that it said.
    func next() -> Line? {
        guard let end = said[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = said.count
            if said.count > Self.lineLimit {
                isTooLong = true
                said = []
                scanned = 0
            }
            return nil
        }
        let line = Array(said[..<end])
        said.removeFirst(end + 1)
        scanned = 0
        defer { isTooLong = false }
        return isTooLong || line.count > Self.lineLimit ? .tooLong : .text(line)
    }

    /// Ends its input, and waits for its end: what it exited with, or 128 and the signal that ended it.
    func wait() -> Int32 {
        close(input)
        input = -1
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    func terminate() { kill(pid, SIGTERM) }

    /// The reading and the writing end, both closed on exec and above the three that every process has.
    private static func makePipe() throws -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure("cannot make a pipe", errno) }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        for end in ends { close(end) }
        guard moved.allSatisfy({ $0 >= 0 }) else { throw Failure("cannot make a pipe", errno) }
        return (moved[0], moved[1])
    }

    private static func spawn(_ words: [String], input: CInt, output: CInt) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let vector = words.map { strdup($0) } + [nil]
        defer { for word in vector { free(word) } }
        var pid = pid_t()
        let code = posix_spawnp(&pid, words[0], &actions, &attributes, vector, environ)
        guard code == 0 else { throw Failure("cannot start '\(words[0])'", code) }
        return pid
    }
}

import Glibc
import UnixSystem

/// A command that keeps running: lines to its standard input, lines from its standard output.
final class ServedCommand {
    /// A line that it said.
    enum Line {
        case text([UInt8])
        case tooLong
    }

    /// The longest line that is taken.
    static let lineLimit = 1 << 20

    private let outputEnd: Descriptor
    private let endOfProcess: Descriptor
    /// Nil once it is closed.
    private var input: Descriptor?
    private let child: ChildProcess
    /// What it has not taken yet.
    private var unwritten: [UInt8] = []
    private var said: [UInt8] = []
    private var scanned = 0
    private var isTooLong = false

    /// Starts a command, found along PATH. Throws a ``SystemCallError``.
    init(_ words: [String]) throws {
        // It may end without having read what we wrote.
        signal(SIGPIPE, SIG_IGN)
        let inputPipe = try Pipe()
        let outputPipe = try Pipe()
        child = try ChildProcess(
            words, input: .descriptor(inputPipe.readingNumber), output: .descriptor(outputPipe.writingNumber),
            signals: .defaultAction(of: SIGPIPE))
        endOfProcess = try child.openDescriptor()
        let input = inputPipe.writingEnd()
        try input.setNonblocking()
        self.input = consume input
        outputEnd = outputPipe.readingEnd()
        try outputEnd.setNonblocking()
    }

    /// What can be polled for its output.
    var output: CInt { outputEnd.number }

    /// What polls as readable once it has ended.
    var process: CInt { endOfProcess.number }

    /// What can be polled for room, while there is something to write.
    var waitingInput: CInt? { unwritten.isEmpty ? nil : input?.number }

    /// Sends a line, or as much of it as is taken now.
    func send(_ line: String) {
        unwritten += Array(line.utf8) + [UInt8(ascii: "\n")]
        write()
    }

    /// Goes on sending. What nobody reads any more is dropped: the end of the command is told elsewhere.
    func write() {
        while !unwritten.isEmpty, let descriptor = input?.number {
            let count = unwritten.withUnsafeBytes { writeRetrying(descriptor, $0) }
            if count < 0, errno == EAGAIN { return }
            unwritten.removeFirst(count < 0 ? unwritten.count : count)
        }
    }

    /// Reads what there is. False at the end of its output.
    func read() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { readRetrying(output, into: $0) }
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
        input = nil
        return child.wait() ?? 0
    }

    func terminate() { child.send(SIGTERM) }
}

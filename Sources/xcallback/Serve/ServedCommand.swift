import Glibc
import UnixSystem

/// A running command that reads lines from its standard input and prints lines to its standard output.
final class ServedCommand {
    /// A line that the command printed.
    enum Line {
        case text([UInt8])
        case tooLong
    }

    /// The maximum length of a line, in bytes.
    static let lineLimit = 1 << 20

    private let outputEnd: Descriptor
    private let endOfProcess: Descriptor
    /// The standard input of the command; nil once it is closed.
    private var input: Descriptor?
    private let child: ChildProcess
    /// Lines that the command has not read yet.
    private var unwritten: [UInt8] = []
    private var received: [UInt8] = []
    private var scanned = 0
    private var isTooLong = false

    /// Starts a command, which is looked up on PATH. Throws a ``SystemCallError``.
    init(_ words: [String]) throws {
        // The command may end without reading all of its input.
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

    /// The descriptor to poll for the command's output.
    var output: CInt { outputEnd.number }

    /// A descriptor that polls as readable once the command has ended.
    var process: CInt { endOfProcess.number }

    /// The descriptor to poll for space; nil if there is nothing to write.
    var waitingInput: CInt? { unwritten.isEmpty ? nil : input?.number }

    /// Writes a line, and keeps the rest for later if the pipe is full.
    func send(_ line: String) {
        unwritten += Array(line.utf8) + [UInt8(ascii: "\n")]
        write()
    }

    /// Writes the lines that are left. Drops the lines if the command has closed its input; the end of the command is
    /// noticed elsewhere.
    func write() {
        while !unwritten.isEmpty, let descriptor = input?.number {
            let count = unwritten.withUnsafeBytes { writeRetrying(descriptor, $0) }
            if count < 0, errno == EAGAIN { return }
            unwritten.removeFirst(count < 0 ? unwritten.count : count)
        }
    }

    /// Reads the output that is available. Returns false at the end of the output.
    func read() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { readRetrying(output, into: $0) }
            if count < 0, errno == EAGAIN { return true }
            guard count > 0 else { return false }
            received += chunk[..<count]
            if received.count - scanned > Self.lineLimit { return true }
        }
    }

    /// Returns the next complete line; nil if no line is complete.
    func next() -> Line? {
        guard let end = received[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = received.count
            if received.count > Self.lineLimit {
                isTooLong = true
                received = []
                scanned = 0
            }
            return nil
        }
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        scanned = 0
        defer { isTooLong = false }
        return isTooLong || line.count > Self.lineLimit ? .tooLong : .text(line)
    }

    /// Closes the command's input and waits for the command to end. Returns the exit status, or 128 plus the signal
    /// that ended the command.
    func wait() -> Int32 {
        input = nil
        return child.wait() ?? 0
    }

    func terminate() { child.send(SIGTERM) }
}

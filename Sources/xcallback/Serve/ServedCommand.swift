import Glibc
import UnixSystem

/// A running command that reads lines from its standard input and prints lines to its standard output.
final class ServedCommand {
    /// The maximum length of a line, in bytes.
    static let lineLimit = 1 << 20

    private let outputEnd: Descriptor
    private let endOfProcess: Descriptor
    /// The standard input of the command; nil once it is closed.
    private var input: Descriptor?
    private let child: ChildProcess
    /// The lines that the command has not read yet.
    private var writer: LineWriter
    private var received = LineBuffer(limit: lineLimit)

    /// Starts a command, which is looked up on PATH. Throws a ``SystemCallError``.
    init(_ words: [String]) throws {
        // The command may end without reading all of its input.
        signal(SIGPIPE, SIG_IGN)
        let inputPipe = try Pipe()
        let outputPipe = try Pipe()
        child = try ChildProcess(
            words, input: .descriptor(inputPipe.readingNumber), output: .descriptor(outputPipe.writingNumber),
            resetting: SIGPIPE)
        endOfProcess = try child.openDescriptor()
        let input = inputPipe.writingEnd()
        writer = LineWriter(to: input.number)
        self.input = consume input
        outputEnd = outputPipe.readingEnd()
        try outputEnd.setNonblocking()
    }

    /// The descriptor to poll for the command's output.
    var output: CInt { outputEnd.number }

    /// A descriptor that polls as readable once the command has ended.
    var process: CInt { endOfProcess.number }

    /// The descriptor to poll for space; nil if there is nothing to write.
    var waitingInput: CInt? { writer.isEmpty ? nil : writer.descriptor }

    /// Writes a line, and keeps the rest for later if the pipe is full. Drops the line if the command has closed its input;
    /// the end of the command is noticed elsewhere.
    func send(_ line: String) { writer.write(line) }

    /// Writes the lines that are left.
    func write() { writer.flush() }

    /// Reads the output that is available. Returns false at the end of the output.
    func read() -> Bool {
        while true {
            let count = received.read(from: output)
            if count < 0, errno == EAGAIN { return true }
            guard count > 0 else { return false }
            if received.count > Self.lineLimit { return true }
        }
    }

    /// Returns the next complete line; nil if no line is complete.
    func next() -> LineBuffer.Line? { received.next() }

    /// Closes the command's input and waits for the command to end. Returns the exit status, or 128 plus the signal
    /// that ended the command.
    func wait() -> Int32 {
        input = nil
        return child.wait() ?? 0
    }

    func terminate() { child.send(SIGTERM) }
}

import Glibc
import UnixSystem

/// A running command that reads lines from its standard input and prints lines to its standard output.
final class ServedCommand {
    /// The maximum length of a line, in bytes.
    static let lineLimit = 1 << 20

    /// The standard output of the command.
    let output: Descriptor
    /// Polls as readable once the command has ended.
    let end: Descriptor
    /// The standard input of the command; nil once it is closed.
    private var input: Descriptor?
    let child: ChildProcess
    /// The lines that the command has not read yet. They are dropped if the command has closed its input; the end of the
    /// command is noticed elsewhere.
    var writer: LineWriter
    /// The lines that the command has printed.
    var received = LineBuffer(limit: lineLimit)

    /// Starts a command, which is looked up on PATH. Throws a ``SystemCallError``.
    init(_ words: [String]) throws {
        // The command may end without reading all of its input.
        signal(SIGPIPE, SIG_IGN)
        let inputPipe = try Pipe()
        let outputPipe = try Pipe()
        child = try ChildProcess(
            words, input: .descriptor(inputPipe.readingNumber), output: .descriptor(outputPipe.writingNumber),
            resetting: SIGPIPE)
        end = try child.openDescriptor()
        let input = inputPipe.writingEnd()
        writer = LineWriter(to: input.number)
        self.input = consume input
        output = outputPipe.readingEnd()
        try output.setNonblocking()
    }

    /// Reads the output that is available. Returns false at the end of the output.
    func read() -> Bool {
        while true {
            let count = received.read(from: output.number)
            if count < 0, errno == EAGAIN { return true }
            guard count > 0 else { return false }
            if received.count > Self.lineLimit { return true }
        }
    }

    /// Closes the command's input and waits for the command to end. Returns the exit status, or 128 plus the signal
    /// that ended the command.
    func wait() -> Int32 {
        input = nil
        return child.wait() ?? 0
    }
}

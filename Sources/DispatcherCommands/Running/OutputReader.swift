import Glibc
import UnixSystem

/// Reads the output of a command, and holds what it has read so far.
final class OutputReader: Sendable {
    let output: OutputPipe
    let errors: OutputPipe
    private let mark: Lock<CommandRunner.ErrorMark?>

    /// - Parameters:
    ///   - limit: The maximum number of bytes of standard output.
    ///   - mark: A text to wait for on standard error, and the action to run once when the text has been read.
    init(limit: Int, mark: CommandRunner.ErrorMark? = nil) throws(SystemCallError) {
        self.mark = Lock(mark)
        output = try OutputPipe(keeping: .first(limit))
        errors = try OutputPipe(keeping: .last(4096))
    }

    /// Reads the available bytes.
    func read() {
        output.read()
        errors.read()
        guard let text = mark.withLock({ $0?.text }), String(decoding: errors.bytes, as: UTF8.self).contains(text)
        else { return }
        mark.withLock { $0.take() }?.whenRead()
    }

    /// The last line on standard error, as ``OutputPipe/lastLine``.
    var lastErrorLine: String { errors.lastLine }
}

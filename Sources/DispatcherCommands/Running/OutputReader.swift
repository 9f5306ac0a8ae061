import Glibc
import Synchronization
import UnixSystem

/// Reads the output of a command, and holds what it has read so far.
final class OutputReader: Sendable {
    let output: OutputPipe
    let errors: OutputPipe
    private let mark: Mutex<CommandRunner.ErrorMark?>

    /// - Parameters:
    ///   - limit: The maximum number of bytes of standard output.
    ///   - mark: A text to wait for on standard error, and the action to run once when the text has been read.
    init(limit: Int, mark: CommandRunner.ErrorMark? = nil) throws(SystemCallError) {
        self.mark = Mutex(mark)
        output = try OutputPipe(keeping: .first(limit))
        errors = try OutputPipe(keeping: .last(4096))
    }

    /// Reads the available bytes.
    func read() {
        output.read()
        errors.read()
        let found = mark.withLock { mark in
            guard let text = mark?.text, String(decoding: errors.bytes, as: UTF8.self).contains(text) else {
                return CommandRunner.ErrorMark?.none
            }
            return mark.take()
        }
        found?.whenRead()
    }

    /// The last line on standard error that is not empty. Empty if the beginning of the line was not kept: the rest
    /// could be the end of a secret, and redaction would not recognize it.
    var lastErrorLine: String {
        let (bytes, isCut) = errors.kept
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let last = lines.last, !isCut || last.startIndex > 0 else { return "" }
        return String(decoding: last, as: UTF8.self)
    }
}

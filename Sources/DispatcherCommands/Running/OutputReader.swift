import Glibc
import Synchronization
import UnixSystem

/// What a command has written, as far as it was read.
final class OutputReader: Sendable {
    let output: OutputPipe
    let errors: OutputPipe
    private let mark: Mutex<CommandRunner.ErrorMark?>

    /// - Parameters:
    ///   - limit: The most bytes of standard output that are kept.
    ///   - mark: Called once its text has been read.
    init(limit: Int, mark: CommandRunner.ErrorMark? = nil) throws(SystemCallError) {
        self.mark = Mutex(mark)
        output = try OutputPipe(keeping: .first(limit))
        errors = try OutputPipe(keeping: .last(4096))
    }

    /// Reads what is there.
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

    /// The last line on standard error that is not empty; empty if its beginning was not kept: the rest could be the end of
    /// a secret, which nothing would recognize.
    var lastErrorLine: String {
        let (bytes, isCut) = errors.kept
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard let last = lines.last, !isCut || last.startIndex > 0 else { return "" }
        return String(decoding: last, as: UTF8.self)
    }
}

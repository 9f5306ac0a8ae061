import DispatcherMessages
import Glibc
import ProgramHelp
import UnixSystem

/// Prints lines to standard error.
enum StandardError {
    /// Whether standard error leads to journald: JOURNAL_STREAM names the device and inode of the stream. The variable
    /// alone is not enough, because a program that is started from a unit's shell inherits it but may print to a
    /// terminal (systemd.exec(5)).
    static var isJournal: Bool {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }

    static func report(_ text: String) {
        let lines = TextLayout(width: TerminalSize.columns(of: STDERR_FILENO))
            .lines(ofHelp: Printable.lines(text, isMessage: true))
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        // Without standard error, the failure cannot be reported.
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

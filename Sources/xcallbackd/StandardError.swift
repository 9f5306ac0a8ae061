import Glibc

/// Standard error as lines.
enum StandardError {
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // Where standard error is gone there is nowhere to say so.
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

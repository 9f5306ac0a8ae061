import Glibc

/// Prints lines to standard error.
enum StandardError {
    static func report(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // Without standard error, the failure cannot be reported.
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

import Glibc
import UnixSystem

/// The process as a shell sees it: variables in, results on standard output, everything else on standard error.
enum Shell {
    /// The value of an environment variable; nil if it is not set.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// All environment variables.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }

    /// A line of result.
    static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

    /// A line for the reader of standard error.
    static func say(_ line: String) { write("xcallback: \(line)", to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: CInt) {
        let bytes = Array((line + "\n").utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                writeRetrying(descriptor, UnsafeRawBufferPointer(rebasing: $0[written...]))
            }
            // Nobody reads any more: there is nobody to tell.
            guard count > 0 else { return }
            written += count
        }
    }

    /// How wide the reader's terminal is: COLUMNS, else what the terminal says; nil where there is none, and lines may be
    /// as long as they like.
    static var width: Int? {
        if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The path of the running program.
    static var executable: String {
        File.destination(ofLink: "/proc/self/exe") ?? CommandLine.arguments.first ?? "xcallback"
    }

    /// The daemon's program: the one beside us, else the one on PATH.
    static var daemonExecutable: String {
        let beside = "\(executable)d"
        return access(beside, X_OK) == 0 ? beside : "xcallbackd"
    }
}

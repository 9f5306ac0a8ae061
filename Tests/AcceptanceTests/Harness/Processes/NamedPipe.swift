import Glibc
import TestSupport

/// A named pipe: a test waits for the other side by opening or reading it, and never for time.
final class NamedPipe: Sendable {
    let path: String
    private let descriptor: CInt

    init(_ path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw Failure("mkfifo \(path)") }
        // Open for both: neither side's open waits for the other.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// The path as a parameter of a URL.
    var parameter: String { path.replacing("/", with: "%2F") }

    /// Whether nothing more has come.
    var isQuiet: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) != 1
    }

    func write(_ line: String) { _ = (line + "\n").withCString { Glibc.write(descriptor, $0, strlen($0)) } }

    /// Returns the next line; nil if none comes in time.
    func line(milliseconds: Int32 = 30_000) -> String? {
        var line: [UInt8] = []
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&state, 1, milliseconds) == 1 {
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}

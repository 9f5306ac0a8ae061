import DispatcherMessages
import Glibc

/// The process at the other end of a connection, for people and logs alone: trust belongs to the door.
struct PeerProcess: Sendable, CustomStringConvertible {
    let pid: Int32
    /// The path of its program, as it was when it was asked; nil if it was gone already.
    let program: String?

    init(pid: Int32) {
        self.pid = pid
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/\(pid)/exe", &buffer, buffer.count))
        program = count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// A process that was recorded.
    init(pid: Int32, program: String?) {
        self.pid = pid
        self.program = program
    }

    /// `pid 12 (python3)`
    var description: String {
        guard let name = program?.split(separator: "/").last else { return "pid \(pid)" }
        return "pid \(pid) (\(Printable.line(String(name), limit: 64)))"
    }
}

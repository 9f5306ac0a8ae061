import DispatcherMessages
import Glibc

/// The process at the other end of a connection, for people and logs alone: trust belongs to the door.
struct PeerProcess: Sendable, CustomStringConvertible {
    let pid: Int32

    /// `pid 12 (python3)`
    var description: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/\(pid)/exe", &buffer, buffer.count))
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let program = path.split(separator: "/").last else { return "pid \(pid)" }
        return "pid \(pid) (\(Printable.line(String(program), limit: 64)))"
    }
}

import DispatcherMessages
import DispatcherRequests
import Glibc
import UnixSystem

extension PeerProcess {
    /// Looks up the program and the app of a process that runs now.
    init(running pid: Int32) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/\(pid)/exe", &buffer, buffer.count))
        let program = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.init(
            pid: pid, program: program.isEmpty ? nil : program, app: ControlGroup(of: pid).flatMap(AppUnit.app))
    }
}

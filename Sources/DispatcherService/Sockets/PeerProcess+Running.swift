import DispatcherMessages
import DispatcherRequests
import Glibc
import RequestRecord
import UnixSystem

extension PeerProcess {
    /// Looks up the program, the app and the unit of a process that runs now.
    init(running pid: Int32) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/\(pid)/exe", &buffer, buffer.count))
        let program = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let group = ControlGroup(of: pid)
        self.init(
            pid: pid, program: program.isEmpty ? nil : program, app: group.flatMap(AppUnit.app),
            unit: (group?.units.first { !$0.hasPrefix("user@") }).map(String.init))
    }
}

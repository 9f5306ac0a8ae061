import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem

extension PeerProcess {
    /// Looks up the program, the app and the unit of a process that runs now.
    init(running pid: Int32) {
        let program = File.destination(ofLink: "/proc/\(pid)/exe")
        let group = ControlGroup(of: pid)
        let unit = (group?.units.first { !$0.hasPrefix("user@") }).map(String.init)
        let isClient = program?.hasSuffix("/xcallback") ?? false
        self.init(
            pid: pid, program: program, app: group.flatMap(AppUnit.app),
            unit: unit ?? (isClient ? Self.parent(of: pid)?.description : nil))
    }

    /// The process that started a process; nil if that process has ended.
    private static func parent(of pid: Int32) -> PeerProcess? {
        let stat = (try? FileContents.read("/proc/\(pid)/stat")) ?? []
        // The name of the program may have any characters (proc(5)).
        let fields = stat.split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
        guard fields.count > 1, let parent = Int32(String(decoding: fields[1], as: UTF8.self)), parent > 1 else {
            return nil
        }
        return PeerProcess(pid: parent, program: File.destination(ofLink: "/proc/\(parent)/exe"))
    }
}

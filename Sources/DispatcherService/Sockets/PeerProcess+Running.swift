import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem

extension PeerProcess {
    /// Looks up the program, the app and the unit of a process that runs now.
    init(running pid: Int32) {
        let process = RunningProcess(pid)
        let isClient = process?.program?.hasSuffix("/xcallback") ?? false
        self.init(
            pid: pid, program: process?.program, app: process.flatMap { AppUnit.app(of: $0) },
            unit: (process?.group?.unit).map(String.init) ?? (isClient ? Self.starter(process?.parent) : nil))
    }

    /// The program that started a client, such as an agent.
    private static func starter(_ parent: Int32?) -> String? {
        guard let parent, parent > 1, let process = RunningProcess(parent) else { return nil }
        return PeerProcess(pid: parent, program: process.program).description
    }
}

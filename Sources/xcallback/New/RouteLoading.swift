import DispatcherMessages
import UnixSystem

/// Has the daemon load a file that was changed. What the file was before is put back if the daemon refuses it.
struct RouteLoading {
    let file: RouteFile
    let daemon: DaemonOptions

    /// The reasons why the daemon refuses the file; none if it serves the routes now. Throws the exit status after printing
    /// why the daemon does not answer; the file stays as it is then.
    func mistakes() throws -> [CheckedLine] {
        let reply = try DaemonOptions.read(daemon.call(.reload), as: ReloadReply.init)
        guard let refused = reply.refused.first(where: { $0.file == file.path }) else { return [] }
        do throws(SystemCallError) { try file.restore() } catch { Shell.report("\(error)") }
        // The daemon names a file from its folder of the configuration on.
        let path = file.path.split(separator: "/").suffix(2).joined(separator: "/")
        return refused.mistakes.map { CheckedLine($0, of: path) }
    }
}

import ArgumentParser
import DispatcherMessages
import UnixSystem

/// Has the daemon load a file that was changed. What the file was before is put back if the daemon refuses it.
struct RouteLoading {
    let file: RouteFile
    let daemon: DaemonOptions

    /// Throws the exit status after printing the mistakes, or why the daemon does not answer.
    func load() throws {
        let reply = try DaemonOptions.read(daemon.call(.reload), as: ReloadReply.init)
        guard let refused = reply.refused.first(where: { $0.file == file.path }) else { return }
        for mistake in refused.mistakes { Shell.report(Printable.line(mistake)) }
        do throws(SystemCallError) { try file.restore() } catch { Shell.report("\(error)") }
        Shell.report("nothing was changed")
        throw ExitCode(ExitStatus.configuration.rawValue)
    }
}

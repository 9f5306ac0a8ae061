import ArgumentParser
import DispatcherClient
import DispatcherMessages
import QueryCoding
import RequestRecord
import UnixSystem

/// Has the daemon load a changed file. If the daemon refuses the file, its previous contents are restored.
struct RouteLoading {
    let file: RouteFile
    let daemon: DaemonOptions

    /// The note about a file that no daemon has loaded.
    static let noDaemon =
        "no daemon is running; the daemon loads the file when it starts, for example with \(ClientError.starter)"

    /// Loads the file. Returns the mistakes for which the daemon refuses the file, an empty list if the daemon serves
    /// the routes now, and nil without a daemon. Throws the exit status after printing why the daemon does not answer.
    /// Without an answer of the daemon the file stays as it is.
    func mistakes() throws -> [CheckedLine]? {
        let reply: ReloadReply
        do {
            var client = try DaemonClient(to: daemon.address, door: .control)
            reply = try client.call(ReloadMethod.self).reply
        } catch ClientError.unreachable {
            return nil
        } catch {
            throw Shell.failure(error)
        }
        guard let refused = reply.refused.first(where: { $0.file == file.path }) else {
            guard let other = reply.refused.first else { return [] }
            for mistake in other.mistakes { Shell.report(mistake) }
            throw Shell.failure(
                "'\(Printable.shown(file.path, limit: nil))' is written, and not loaded until the other file is corrected: a reload "
                    + "loads all files or none",
                .configuration)
        }
        do throws(SystemCallError) { try file.restore() } catch { Shell.report("\(error)") }
        // The daemon names a file by its path below the configuration folder.
        let path = file.path.split(separator: "/").suffix(2).joined(separator: "/")
        return refused.mistakes.map { CheckedLine($0, of: path) }
    }
}

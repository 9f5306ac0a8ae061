import DispatcherClient
import DispatcherMessages

/// The check of files by the daemon's program. It looks for the programs of routes where the daemon that runs would look,
/// which may have another PATH than a terminal.
enum FileCheck {
    /// - Parameters:
    ///   - path: The PATH of the daemon; nil for that of this process.
    ///   - config: The folder of the configuration; nil for the usual ones.
    ///   - files: The files to check; none for those of the configuration.
    static func command(path: String?, config: String? = nil, files: [String] = []) -> [String] {
        let options = (path.map { ["--path", $0] } ?? []) + (config.map { ["--config", $0] } ?? [])
        return [Shell.daemonExecutable, "--check"] + options + (files.isEmpty ? [] : ["--"] + files)
    }

    /// The PATH of the daemon that runs; nil if none answers. It stays the same while a daemon runs, so it is asked for once.
    static let daemonPath: String? = {
        guard let address = try? DaemonAddress.here, var client = try? DaemonClient(to: address, door: .control) else {
            return nil
        }
        return try? client.call(StatusMethod.self, milliseconds: 5000).reply.path
    }()
}

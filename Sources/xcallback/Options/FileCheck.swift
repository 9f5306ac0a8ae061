import DesktopEntries
import DispatcherMessages

/// The check of files by the daemon's program. The check looks for the programs of routes on the PATH of the running
/// daemon, which may differ from the PATH of a terminal.
enum FileCheck {
    /// - Parameters:
    ///   - path: The PATH of the daemon; nil for the PATH of this process.
    ///   - config: The folder of the configuration; nil for the user's own folder.
    ///   - files: The files to check; empty for all files of the configuration.
    static func command(path: String?, config: String? = nil, files: [String] = []) -> [String] {
        let options = (path.map { ["--path", $0] } ?? []) + (config.map { ["--config", $0] } ?? [])
        return [Shell.daemonExecutable, "--check"] + options + (files.isEmpty ? [] : ["--"] + files)
    }

    /// Returns the schemes of a configuration; nil if the daemon's program, which alone reads configurations, fails.
    /// - Parameter config: The folder of the configuration; nil for the user's own folder.
    static func schemes(of config: String? = nil) -> [SchemeEntry]? {
        let options = config.map { ["--config", $0] } ?? []
        return ChildOutput.text(of: [Shell.daemonExecutable, "--schemes"] + options)?.split(separator: "\n")
            .compactMap { SchemeEntry(String($0)) }
    }

    /// The PATH of the running daemon; nil if no daemon answers. The PATH of a process does not change, so the daemon
    /// is asked once.
    static let daemonPath = Daemon.status?.path
}

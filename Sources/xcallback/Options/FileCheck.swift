import DesktopEntries
import DispatcherMessages

/// The check of files by the daemon's program. The check looks for the programs of routes on the PATH of the running
/// daemon, which may differ from the PATH of a terminal.
enum FileCheck {
    /// - Parameters:
    ///   - path: The PATH of the daemon; nil for the PATH of this process.
    ///   - files: The files to check; empty for all files of the configuration.
    static func command(path: String?, files: [String] = []) -> [String] {
        let options = path.map { ["--path", $0] } ?? []
        return [Shell.daemonExecutable, "--check"] + options + (files.isEmpty ? [] : ["--"] + files)
    }

    /// The schemes of the configuration; nil if the daemon's program, which alone reads configurations, fails.
    static var schemes: [SchemeEntry]? {
        ChildOutput.text(of: [Shell.daemonExecutable, "--schemes"])?.split(separator: "\n")
            .compactMap { SchemeEntry(String($0)) }
    }

    /// The PATH of the running daemon; nil if no daemon answers. The PATH of a process does not change, so the daemon
    /// is asked once.
    static let daemonPath = Daemon.status?.path
}

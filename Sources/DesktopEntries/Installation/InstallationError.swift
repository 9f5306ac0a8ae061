package import UnixSystem

/// Why nothing could be installed, uninstalled or looked up.
package enum InstallationError: Error, Sendable, Hashable {
    /// HOME is not set or not absolute, and neither is the variable that would make it needless.
    case noHome(variable: String)
    /// HOME is not set or not absolute, so there is no folder for the programs.
    case noProgramDirectory
    /// The path of a program cannot stand in an Exec or ExecStart line.
    case unfitPath(String, reason: String)
    /// There is no such program, or it may not be run.
    case noProgram(String)
    /// The record of the last installation is not one of ours, so nothing can be restored from it.
    case unreadableRecord(String)
    /// A file could not be read or written.
    case system(SystemCallError)
}

extension InstallationError: CustomStringConvertible {
    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .noHome(let variable): "HOME is not set to an absolute path, and neither is \(variable)"
        case .noProgramDirectory:
            "HOME is not set to an absolute path, so there is no ~/.local/bin to copy the programs to"
        case .unfitPath(let path, let reason): "cannot install '\(path)': \(reason)"
        case .noProgram(let path): "cannot install '\(path)': there is no such program"
        case .unreadableRecord(let path):
            "\(path) is not a record that 'xcallback install' wrote; move it away to go on without what it restores"
        case .system(let error): error.description
        }
    }
}

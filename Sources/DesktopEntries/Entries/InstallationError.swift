/// The reason why an installation, its removal or a look-up failed.
package enum InstallationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither HOME nor the variable that could replace it is set to an absolute path.
    case noHome(variable: String)
    /// HOME is not set or not absolute, so there is no folder for the programs.
    case noProgramDirectory
    /// The path of a program cannot be written in an Exec or ExecStart line.
    case unfitPath(String, reason: String)
    /// The program does not exist, or is not executable.
    case noProgram(String)
    /// The record of the last installation is malformed, so that nothing can be restored from it.
    case unreadableRecord(String)
    /// A program cannot be adopted for a scheme.
    case notAdopted(String)

    /// The failure and the remedy.
    package var description: String {
        switch self {
        case .noHome(let variable): "HOME is not set to an absolute path, and neither is \(variable)"
        case .noProgramDirectory:
            "HOME is not set to an absolute path, so there is no ~/.local/bin to copy the programs to"
        case .unfitPath(let path, let reason):
            "cannot install '\(path)': \(reason); move both programs to another folder on PATH, such as /usr/local/bin, and install them from there"
        case .noProgram(let path): "cannot install '\(path)': there is no such program"
        case .unreadableRecord(let path):
            "\(path) is not a record that 'xcallback install' wrote; move it away to continue without restoring what it records"
        case .notAdopted(let reason): reason
        }
    }
}

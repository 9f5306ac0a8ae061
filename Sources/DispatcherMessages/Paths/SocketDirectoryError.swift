import UnixSystem

/// Why there can be no socket.
package enum SocketDirectoryError: Error, Sendable, Hashable, CustomStringConvertible {
    case noRuntimeDirectory
    case tooLong(String)

    package var description: String {
        switch self {
        case .noRuntimeDirectory:
            "XDG_RUNTIME_DIR is not set to an absolute path; log in to a session that sets it, or name a folder with "
                + "--socket-directory"
        case .tooLong(let path):
            "the socket path '\(path)' is too long: \(path.utf8.count) bytes, and unix(7) takes "
                + "\(UnixAddress.maximumPathLength)"
        }
    }
}

import UnixSystem

/// The reason why there is no usable socket path.
package enum SocketDirectoryError: Error, Sendable, Hashable, CustomStringConvertible {
    case noRuntimeDirectory
    case tooLong(String)

    package var description: String {
        switch self {
        case .noRuntimeDirectory:
            "XDG_RUNTIME_DIR is not set to an absolute path; log in to a session that sets it, or specify a folder "
                + "with --socket-directory"
        case .tooLong(let path):
            "the socket path '\(path)' is \(path.utf8.count) bytes long; the limit of unix(7) is "
                + "\(UnixAddress.maximumPathLength)"
        }
    }
}

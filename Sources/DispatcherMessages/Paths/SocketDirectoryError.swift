import UnixSystem

/// The reason why there is no usable socket path.
package enum SocketDirectoryError: Error, Sendable, Hashable, CustomStringConvertible {
    case noRuntimeDirectory
    case tooLong(String)

    package var description: String {
        switch self {
        case .noRuntimeDirectory:
            "XDG_RUNTIME_DIR is not set to an absolute path, and \(Directory.sessions) is not a folder of yours; log in to a "
                + "session, or start xcallbackd and xcallback with --socket-directory ~/.cache/xcallbackd"
        case .tooLong(let path):
            "the socket path '\(path)' is \(path.utf8.count) bytes long; the limit of unix(7) is "
                + "\(UnixAddress.maximumPathLength)"
        }
    }
}

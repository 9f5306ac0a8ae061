package import RequestRecord
import UnixSystem

/// The directory of the sockets.
package struct SocketDirectory: Sendable, Hashable {
    package let path: String

    /// The environment variable that names another directory.
    package static let variable = "XCALLBACK_SOCKET_DIRECTORY"

    /// Uses `override` (an option), else XCALLBACK_SOCKET_DIRECTORY, else the folder xcallbackd in XDG_RUNTIME_DIR, which
    /// xcallback and xcallbackd set (``Directory/setRuntimeFolder()``), but no program that embeds the daemon.
    package init(override: String? = nil, environment: [String: String]) throws(SocketDirectoryError) {
        try self.init(override: override) { environment[$0] }
    }

    /// Reads the variables one by one, because the client starts faster without a dictionary.
    /// - Parameter variable: Returns the value of an environment variable.
    package init(override: String? = nil, variable: (String) -> String?) throws(SocketDirectoryError) {
        if let chosen = override ?? variable(Self.variable), !chosen.isEmpty {
            // Child processes run in other folders, so they get an absolute path.
            path = Directory.absolute(chosen)
        } else if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            path = "\(runtime)/xcallbackd"
        } else {
            throw .noRuntimeDirectory
        }
        for door in Door.allCases where socket(door).utf8.count > UnixAddress.maximumPathLength {
            throw .tooLong(socket(door))
        }
    }

    package func socket(_ door: Door) -> String { "\(path)/\(door.socketName)" }
}

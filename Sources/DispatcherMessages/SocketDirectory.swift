import Glibc

/// Where the sockets are: the one place that knows.
package struct SocketDirectory: Sendable, Hashable {
    package let path: String

    /// `override` (an option), then XCALLBACK_SOCKET_DIRECTORY, then xcallbackd in XDG_RUNTIME_DIR.
    package init(override: String? = nil, environment: [String: String]) throws(SocketDirectoryError) {
        try self.init(override: override) { environment[$0] }
    }

    /// The same directory, from variables that are looked up one by one: the client starts faster without a dictionary.
    /// - Parameter variable: Returns the value of an environment variable.
    package init(override: String? = nil, variable: (String) -> String?) throws(SocketDirectoryError) {
        if let chosen = override ?? variable("XCALLBACK_SOCKET_DIRECTORY"), !chosen.isEmpty {
            path = chosen.hasPrefix("/") ? chosen : "\(Self.workingDirectory)/\(chosen)"
        } else if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            path = "\(runtime)/xcallbackd"
        } else {
            throw .noRuntimeDirectory
        }
        for door in Door.allCases where socket(door).utf8.count > Self.maximumPathLength {
            throw .tooLong(socket(door))
        }
    }

    /// `sun_path` of unix(7) is 108 bytes with its NUL.
    package static let maximumPathLength = 107

    /// Children run elsewhere, so they are told an absolute path.
    private static var workingDirectory: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard getcwd(&buffer, buffer.count) != nil else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func socket(_ door: Door) -> String { "\(path)/\(door.socketName)" }
}

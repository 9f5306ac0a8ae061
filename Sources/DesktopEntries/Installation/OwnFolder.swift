import UnixSystem

/// A folder of the daemon in the user's directories. The user and the daemon write its files; `install` does not.
package struct OwnFolder: Sendable, Hashable {
    package let path: String
    /// A description of the content, for people.
    package let contents: String

    /// Returns the folders that exist, or the links in their places.
    package static func all(environment: [String: String]) throws -> [OwnFolder] {
        let base = try BaseDirectories(environment: environment)
        var folders = [
            OwnFolder(path: "\(base.configuration)/xcallbackd", contents: "your routes and settings"),
            OwnFolder(
                path: Directory.parent(of: base.installationRecord), contents: "the history, and what you allowed"),
        ]
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            folders.append(OwnFolder(path: "\(runtime)/xcallbackd", contents: "the sockets"))
        }
        return folders.filter { Directory.exists($0.path) || File.destination(ofLink: $0.path) != nil }
    }
}

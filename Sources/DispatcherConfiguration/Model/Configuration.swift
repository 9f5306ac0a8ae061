package import URLSchemeRouter
import UnixSystem

/// The content of all configuration files.
package struct Configuration: Sendable {
    package var settings = Settings()
    /// The loaded features, in their order of precedence.
    package internal(set) var features: [Feature] = []
    /// The routes of the features in their order, with an entry for each pattern of a route.
    package internal(set) var index = RouteIndex()
    /// All files that were found.
    package var files: [File] = []
    /// The folder of the files; nil for a configuration without one.
    package internal(set) var folder: ConfigurationFolder?
    /// The stamps of the files in the folder.
    var stamps: [String: FileStamp] = [:]

    /// The config.yaml files with a mistake. If there is one, the daemon does not start (exit 78); if a manager passed
    /// it the sockets, the daemon refuses every request instead. A file of routes.d with a mistake is only left out.
    package var badSettings: [File] { files.filter { $0.kind == .settings && $0.state == .refused } }

    /// The mistakes of all files, file by file.
    package var mistakes: [Diagnostic] { files.flatMap(\.mistakes) }

    /// The warnings of all files, file by file.
    package var warnings: [Diagnostic] { files.flatMap(\.warnings) }

    package struct File: Sendable, Hashable {
        /// The full path. Locations in mistakes use the path relative to the folder.
        package var path: String
        package var kind = Kind.routes
        package var state = State.loaded
        /// A loaded file has the mistakes for which a safer rule than the file's own applies.
        package var mistakes: [Diagnostic] = []
        /// Warnings about keys that are ignored or will not work. A file with warnings is still loaded.
        package var warnings: [Diagnostic] = []
    }

    package enum Kind: Sendable, Hashable {
        /// config.yaml
        case settings
        /// A feature
        case routes
    }

    package enum State: String, Sendable, Hashable {
        case loaded, refused, empty
    }
}

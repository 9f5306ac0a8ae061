package import DispatcherConfiguration
import DispatcherMessages
package import DispatcherRequests
import FoundationEssentials
// An embedding program needs these beside the daemon, and gets them by its one import.
@_exported public import Logging
@_exported public import ServiceLifecycle
@_exported public import URLSchemeRouter
@_exported public import UnixSignals
import UnixSystem

/// The daemon in a program of its own.
extension DispatcherDaemon {
    /// The configuration files that an embedding program reads.
    public enum Files: Sendable, Hashable {
        /// No files. The standard settings apply, and only the program has routes.
        case none
        /// config.yaml and routes.d of a folder. A relative name begins at the folder in which the program starts.
        case folder(String)
        /// The files of the user, which xcallbackd reads.
        case user
    }

    /// Makes a program its own dispatcher: it serves the routes of a router in addition to the routes of the files.
    ///
    /// Only the control socket reaches the router's routes. The router's middleware runs around these routes, and the
    /// daemon opens the callbacks. Routes that are added later are not served. The program ignores SIGPIPE from here
    /// on.
    /// - Parameters:
    ///   - router: The routes of the program. A route without a name is called by its scheme and pattern:
    ///     `notes:/create`.
    ///   - socketDirectory: The folder of the sockets; nil for `$XDG_RUNTIME_DIR/xcallbackd`.
    ///   - files: The configuration files.
    ///   - stateDirectory: The folder of the journal; nil for `$XDG_STATE_HOME/xcallbackd`.
    /// - Throws: ``StartError`` if the sockets or config.yaml cannot be used, a `RouteTieError` if two routes tie. With
    ///   sockets that systemd passed on, the daemon waits for a config.yaml that can be used, and refuses every request
    ///   until then.
    public init(
        router: URLSchemeRouter, socketDirectory: String? = nil, files: Files = .none,
        stateDirectory: String? = nil, logger: Logger
    ) throws {
        try self.init(
            closures: router.table.allEntries.map { ClosureRoute($0, of: router) }, socketDirectory: socketDirectory,
            files: files, stateDirectory: stateDirectory, logger: logger)
    }

    /// Makes a program its own dispatcher, with its own routes in addition to the routes of the files; see
    /// ``init(router:socketDirectory:files:stateDirectory:logger:)``.
    public init(
        routes: [CompiledRoute], socketDirectory: String? = nil, files: Files = .none,
        stateDirectory: String? = nil, logger: Logger
    ) throws {
        try self.init(
            closures: routes.map(\.route), socketDirectory: socketDirectory, files: files,
            stateDirectory: stateDirectory, logger: logger)
    }

    private init(
        closures: [ClosureRoute], socketDirectory: String?, files: Files, stateDirectory: String?, logger: Logger
    ) throws {
        let environment = ProcessInfo.processInfo.environment
        try self.init(
            directory: SocketDirectory(override: socketDirectory, environment: environment),
            state: StateDirectory(override: stateDirectory, environment: environment), environment: environment,
            compiled: closures, logger: logger,
            load: Self.loader(of: files, environment: environment, routes: closures))
    }

    /// Reads the configuration files each time it is called.
    /// - Parameter isRequired: Whether it is a mistake if the folder does not exist.
    package static func loader(
        of files: Files, environment: [String: String], routes: [ClosureRoute] = [], isRequired: Bool = false
    ) -> @Sendable () -> Configuration {
        let folder: ConfigurationFolder? =
            switch files {
            case .none: nil
            // The folder is relative to the folder in which the daemon was started, as are the files that its files
            // name.
            case .folder(let path): ConfigurationFolder(path: Directory.absolute(path), isRequired: isRequired)
            case .user: ConfigurationFolder.user(environment: environment)
            }
        return { Configuration.load(folder, besides: routes.flatMap(\.scopes)) }
    }
}

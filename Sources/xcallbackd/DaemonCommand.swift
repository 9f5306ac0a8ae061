import ArgumentParser
import DispatcherConfiguration
import DispatcherMessages
import DispatcherService
import FoundationEssentials
import Logging
import QueryCoding

/// The daemon's command line.
struct DaemonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xcallbackd",
        abstract: "Route URLs to commands, workers and other URLs, and open their callbacks.",
        discussion: """
            Listens on desktop.sock, control.sock and agent/agent.sock until SIGTERM. SIGHUP reloads the configuration. \
            Logs to standard error. Exit status: 0 after SIGTERM, 64 usage, 78 if the daemon cannot start.

            Example:
              xcallbackd --log-level info
            """,
        version: DispatcherDaemon.version)

    @Option(help: "Folder of config.yaml and routes.d; default: $XDG_CONFIG_HOME/xcallbackd.", completion: .directory)
    var config: String?

    @Option(help: "Folder of the sockets; default: $XDG_RUNTIME_DIR/xcallbackd.", completion: .directory)
    var socketDirectory: String?

    @Option(help: "Folder for persistent state; default: $XDG_STATE_HOME/xcallbackd.", completion: .directory)
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Lowest level to log: trace, debug, info, notice (default), warning, error, critical.", valueName: "level"),
        completion: .list(Logger.Level.allCases.map(\.rawValue)),
        transform: { text in
            guard let level = Logger.Level(rawValue: text) else {
                throw ValidationError("'\(text)' is not a log level")
            }
            return level
        })
    var logLevel = Logger.Level.notice

    @Flag(help: "Check the configuration, print each mistake and exit.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "PATH on which --check looks for programs; default: the PATH of this process.", visibility: .hidden))
    var path: String?

    @Flag(help: ArgumentHelp("Print the schemes of the configuration and exit.", visibility: .hidden))
    var schemes = false

    @Option(
        defaultAsFlag: JSONSchema.File.routes,
        help: ArgumentHelp(
            "Print the JSON Schema of files of routes, or with 'config' of config.yaml, and exit.", valueName: "kind"))
    var schema: JSONSchema.File?

    @Option(
        defaultAsFlag: DaemonManual.xcallbackd,
        help: ArgumentHelp("Print the manual page of the daemon, or of its files, and exit.", valueName: "page"))
    var man: DaemonManual?

    @ArgumentParser.Argument(help: "Files to check; only with --check.", completion: .file())
    var files: [String] = []

    func validate() throws {
        guard let file = files.first, !check else { return }
        guard schema == nil, man == nil else {
            throw ValidationError("no kind or page is called '\(Printable.shown(file))'")
        }
        throw ValidationError("files require --check")
    }

    func run() async throws {
        if let schema { return print(schema.value.json) }
        if let man { return print(try man.text(), terminator: "") }
        var environment = ProcessInfo.processInfo.environment
        if check, let path { environment["PATH"] = path }
        let load = DispatcherDaemon.loader(
            of: config.map { .folder($0) } ?? .user, environment: environment, isRequired: true)
        if check {
            let configuration = files.isEmpty ? load() : Configuration.load(files: files)
            return try ConfigurationCheck(configuration: configuration, environment: environment).run()
        }
        if schemes {
            for scheme in DispatcherDaemon.schemes(of: load()) { print(scheme) }
            return
        }
        try await DaemonProgram(config: config, socketDirectory: socketDirectory, state: state, logLevel: logLevel)
            .run()
    }
}

extension JSONSchema.File: ExpressibleByArgument {}

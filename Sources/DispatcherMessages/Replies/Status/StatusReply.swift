/// The reply to `status`: the daemon's own state.
package struct StatusReply: Reply, Codable {
    package var version = PackageVersion.text
    package var pid: Int32 = 0
    /// When the daemon started, as ISO 8601.
    package var since = ""
    /// The number of all routes.
    package var routes = 0
    /// The number of routes that are not built in.
    package var declared = 0
    package var files: [File] = []
    /// The last reload; nil before the first one.
    package var reload: Reload?
    /// The keys of config.yaml whose new values wait for the daemon's next start.
    package var restart: [String] = []
    package var requests = Requests()
    package var callbacks = Callbacks(uncertain: nil)
    /// The file of the journal, or a description of where the journal is instead.
    package var journal = ""
    /// The state of the log; nil for a daemon that a program embeds, because that program has its own log.
    package var log: Log?
    /// The daemon's actions at its start on the requests of the previous daemon, as counts by name.
    package var recovered = NamedValues<Int>([])
    package var opener: [String] = []
    /// The PATH on which the daemon searches the programs of commands; nil if its environment has no PATH.
    package var path: String?
    /// The command that asks the user; `auto` if the daemon chooses the command.
    package var prompt = WordOrList<String>.word("auto")
    package var features: [FeatureReply] = []
    package var workers: [WorkerReply] = []
    package var schemes: [RegisteredScheme] = []
    /// The isolation of the commands of desktop requests.
    package var isolation = Isolation.none
    /// The units of commands; nil if no user manager answers.
    package var units: Units?
    /// The paused sockets; nil while none is paused.
    package var paused: Paused?

    package enum Isolation: String, Codable, Sendable {
        /// The commands run in transient units of the user manager.
        case units
        /// The commands are ordinary child processes, because no user manager answers.
        case none
    }

    package init() {}

    /// The numbers of routes, as in `2, and 4 built-in`.
    package var routesText: String { "\(declared), and \(routes - declared) built-in" }
}

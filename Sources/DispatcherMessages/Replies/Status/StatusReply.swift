/// The reply to `status`: the daemon's own state.
package struct StatusReply: Reply, Codable {
    package var version = PackageVersion.text
    package var pid: Int32 = 0
    /// When the daemon started, as ISO 8601.
    package var since = ""
    /// How many routes it has.
    package var routes = 0
    /// How many of these are not built in.
    package var declared = 0
    package var files: [File] = []
    /// The last reload; nil before the first one.
    package var reload: Reload?
    /// The keys of config.yaml whose new values wait for the daemon's next start.
    package var restart: [String] = []
    package var requests = Requests()
    package var callbacks = Callbacks(uncertain: nil)
    /// The journal's file, or where it is instead.
    package var journal = ""
    /// Nil for a daemon that a program embeds: the program has its own log.
    package var log: Log?
    /// What the daemon did at its start with the requests of the previous one, as counts by name.
    package var recovered = NamedValues<Int>([])
    package var opener: [String] = []
    /// The PATH on which it finds the programs of commands; nil if its environment has none.
    package var path: String?
    /// The command that asks the user; `auto` if the daemon chooses it.
    package var prompt = WordOrList<String>.word("auto")
    package var features: [FeatureReply] = []
    package var workers: [WorkerReply] = []
    package var schemes: [RegisteredScheme] = []
    /// Nil if no scheme has a conflict.
    package var conflicts: [Conflict]?
    /// What the commands of desktop requests run in.
    package var isolation = Isolation.none
    /// The pause of the desktop socket; nil while it is not paused.
    package var paused: PauseReply?

    package enum Isolation: String, Codable, Sendable {
        /// Transient units of the user's manager.
        case units
        /// They are children like any other: no user manager answers.
        case none
    }

    package init() {}

    /// The numbers of routes, as in `2, and 4 built-in`.
    package var routesText: String { "\(declared), and \(routes - declared) built-in" }
}

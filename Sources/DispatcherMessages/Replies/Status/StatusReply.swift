/// The reply to `status`: the daemon's own state.
package struct StatusReply: Reply, Codable {
    /// The `prompt` of a configuration that names no command.
    private static let automaticPrompt = WordOrList<String>.word("auto")

    package var version: String
    package var pid: Int32
    /// When the daemon started, as ISO 8601.
    package var since: String
    /// How many routes it has.
    package var routes: Int
    /// How many of these are not built in.
    package var declared: Int
    package var files: [File]
    /// The last reload; nil before the first one.
    package var reload: Reload?
    /// The keys of config.yaml whose new values wait for the daemon's next start.
    package var restart: [String]
    package var requests: Requests
    package var callbacks: Callbacks
    /// The journal's file, or where it is instead.
    package var journal: String
    /// Nil for a daemon that a program embeds: the program has its own log.
    package var log: Log?
    /// What the daemon did at its start with the requests of the previous one, as counts by name.
    package var recovered: NamedValues<Int>
    package var opener: [String]
    /// The PATH on which it finds the programs of commands; nil if its environment has none.
    package var path: String?
    /// The command that asks the user.
    package var prompt: WordOrList<String>
    package var features: [FeatureReply]
    package var workers: [WorkerReply]
    package var schemes: [RegisteredScheme]
    /// Nil if no scheme has a conflict.
    package var conflicts: [Conflict]?
    /// What the commands of desktop requests run in.
    package var isolation: Isolation
    /// The pause of the desktop socket; nil while it is not paused.
    package var paused: PauseReply?

    package enum Isolation: String, Codable, Sendable {
        /// Transient units of the user's manager.
        case units
        /// They are children like any other: no user manager answers.
        case none
    }

    /// - Parameter prompt: The command that asks the user; nil if the daemon chooses it.
    package init(
        version: String, pid: Int32, since: String, routes: Int, declared: Int, files: [File], reload: Reload?,
        restart: [String],
        requests: Requests,
        callbacks: Callbacks, journal: String, log: Log?, recovered: NamedValues<Int>, opener: [String],
        path: String?,
        prompt: [String]?, features: [FeatureReply], workers: [WorkerReply], schemes: [RegisteredScheme],
        conflicts: [Conflict],
        isolation: Isolation, paused: PauseReply? = nil
    ) {
        self.version = version
        self.pid = pid
        self.since = since
        self.routes = routes
        self.declared = declared
        self.files = files
        self.reload = reload
        self.restart = restart
        self.requests = requests
        self.callbacks = callbacks
        self.journal = journal
        self.log = log
        self.recovered = recovered
        self.opener = opener
        self.path = path
        self.prompt = prompt.map(WordOrList.list) ?? Self.automaticPrompt
        self.features = features
        self.workers = workers
        self.schemes = schemes
        self.conflicts = conflicts.isEmpty ? nil : conflicts
        self.isolation = isolation
        self.paused = paused
    }

    /// As in `2, and 4 built-in ones`.
    package var routesText: String { "\(declared), and \(routes - declared) built-in ones" }
}

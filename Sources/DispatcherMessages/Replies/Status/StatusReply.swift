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
    /// The schemes of apps to which the callbacks of clicks go unasked; nil for any scheme.
    package var apps: [String]?
    /// The isolation of the commands of desktop requests.
    package var isolation = Isolation.none
    /// The units of commands; nil if no user manager answers.
    package var units: Units?
    /// The paused sockets; nil while none is paused.
    package var paused: Paused?
    /// Sentences about the questions that are not asked, because the user refused them; nil while all are asked.
    package var muted: [String]?

    package enum Isolation: String, Codable, Sendable {
        /// The commands run in transient units of the user manager.
        case units
        /// The commands are ordinary child processes, because no user manager answers.
        case none
    }

    package init() {}

    /// The numbers of routes, as in `2, and 4 built-in`.
    package var routesText: String { "\(declared), and \(routes - declared) built-in" }

    /// A file of the configuration: `{"path":…,"state":"loaded","mistakes":[…]}`.
    package struct File: Codable, Sendable, Hashable {
        package var path: String
        /// The result of loading the file: `loaded`, `refused`, …; `changed` if the file has changed since.
        package var state: String
        package var mistakes: [String]

        /// The state of a file that has changed since the daemon read it.
        package static let changed = "changed"

        package init(path: String, state: String, mistakes: [String]) {
            self.path = path
            self.state = state
            self.mistakes = mistakes
        }
    }

    /// The pauses of the sockets: `{"agent":{"until":…}}`.
    package struct Paused: Codable, Sendable, Hashable {
        package var desktop: PauseReply?
        package var agent: PauseReply?

        /// Nil if no socket is paused.
        package init?(desktop: PauseReply?, agent: PauseReply?) {
            guard desktop != nil || agent != nil else { return nil }
            self.desktop = desktop
            self.agent = agent
        }
    }

    /// The numbers of requests: `{"running":1,"waiting":0,"total":7,"unrecorded":0}`.
    package struct Requests: Codable, Sendable, Hashable {
        package var running = 0
        package var waiting = 0
        /// The number of requests whose question is open, or waits for its turn; nil for zero.
        package var asking: Int?
        /// The number of requests whose question waits for the screen to be unlocked; nil for zero.
        package var locked: Int?
        /// The number of all requests since the daemon started.
        package var total = 0
        /// The number of refused requests that the history lacks because there were too many.
        package var unrecorded = 0

        package init() {}
    }

    /// The units of commands: `{"ready":"xcallback-command-….service","running":[],"refusal":…}`.
    package struct Units: Codable, Sendable, Hashable {
        /// The unit that waits for the next command; nil if none does, and the next command has to start one.
        package var ready: String?
        /// The units in which commands run.
        package var running: [String]
        /// The reason why the user manager started no unit, when it was last asked; nil if it started one.
        package var refusal: String?

        package init(ready: String?, running: [String], refusal: String?) {
            self.ready = ready
            self.running = running
            self.refusal = refusal
        }

        /// Sentences for the user.
        package var lines: [String] {
            (ready.map { ["\($0) is ready for the next command"] } ?? []) + running.map { "\($0) runs a command" }
                + (refusal.map { ["no command can run: \($0)"] } ?? [])
        }
    }

    /// The last reload: `{"time":…,"refused":[{"file":…,"mistakes":[…]}]}`.
    package struct Reload: Codable, Sendable, Hashable {
        /// The time of the reload, as ISO 8601.
        package var time: String
        /// The files that were refused for their mistakes. If the list has a file, the previous configuration stays in
        /// use. The list is empty after a successful reload, and after a conflict with a route of the program.
        package var refused: [ReloadReply.Refused]

        package init(time: String, refused: [ReloadReply.Refused]) {
            self.time = time
            self.refused = refused
        }
    }

    /// The callbacks with an unknown result: `{"uncertain":0}`.
    package struct Callbacks: Codable, Sendable, Hashable {
        /// The number of uncertain callbacks; nil if the journal cannot be read.
        @OrNull package var uncertain: Int?

        package init(uncertain: Int?) { self.uncertain = uncertain }
    }

    /// The log: `{"dropped":0}`.
    package struct Log: Codable, Sendable, Hashable {
        /// The number of lines that were dropped because the earlier lines were not read in time.
        package var dropped: Int

        package init(dropped: Int) { self.dropped = dropped }
    }

    /// A scheme of the routes: `{"scheme":"notes","registered":true}`.
    package struct RegisteredScheme: Codable, Sendable, Hashable {
        private enum CodingKeys: String, CodingKey {
            case scheme
            case isRegistered = "registered"
        }

        package var scheme: String
        /// Whether the desktop opens the scheme's URLs with the daemon.
        package var isRegistered: Bool

        package init(scheme: String, isRegistered: Bool) {
            self.scheme = scheme
            self.isRegistered = isRegistered
        }
    }
}

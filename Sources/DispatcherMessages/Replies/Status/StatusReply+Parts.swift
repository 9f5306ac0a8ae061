extension StatusReply {
    /// A file of the configuration: `{"path":…,"state":"loaded","mistakes":[…]}`.
    package struct File: Codable, Sendable, Hashable {
        package var path: String
        /// What the daemon made of it: `loaded`, `refused`, …; `changed` if the file is another one by now.
        package var state: String
        package var mistakes: [String]

        /// The state of a file that is another one than the daemon has read.
        package static let changed = "changed"

        package init(path: String, state: String, mistakes: [String]) {
            self.path = path
            self.state = state
            self.mistakes = mistakes
        }
    }

    /// How many requests there are: `{"running":1,"waiting":0,"total":7,"unrecorded":0}`.
    package struct Requests: Codable, Sendable, Hashable {
        package var running = 0
        package var waiting = 0
        /// One of those that wait, while it asks the user its question; nil while none does.
        package var asking: Int?
        /// All since the daemon started.
        package var total = 0
        /// The refused ones that the history lacks, because there were too many.
        package var unrecorded = 0

        package init() {}
    }

    /// The last reload: `{"time":…,"refused":[{"file":…,"mistakes":[…]}]}`.
    package struct Reload: Codable, Sendable, Hashable {
        /// When it was, as ISO 8601.
        package var time: String
        /// The files with mistakes, which keep the previous configuration in use; none after a reload that succeeded.
        package var refused: [ReloadReply.Refused]

        package init(time: String, refused: [ReloadReply.Refused]) {
            self.time = time
            self.refused = refused
        }
    }

    /// The callbacks whose result nobody knows: `{"uncertain":0}`.
    package struct Callbacks: Codable, Sendable, Hashable {
        /// Nil if the journal cannot be read.
        @OrNull package var uncertain: Int?

        package init(uncertain: Int?) { self.uncertain = uncertain }
    }

    /// The log: `{"dropped":0}`.
    package struct Log: Codable, Sendable, Hashable {
        /// The lines that were dropped, because nobody read the ones before them in time.
        package var dropped: Int

        package init(dropped: Int) { self.dropped = dropped }
    }

    /// A scheme of a package's file that another app is registered for, so that callbacks go to the app:
    /// `{"scheme":"otherapp","file":"/usr/share/xcallbackd/routes.d/other.yaml","app":"otherapp.desktop"}`.
    package struct Conflict: Codable, Sendable, Hashable {
        package var scheme: String
        package var file: String
        /// The app's desktop file id.
        package var app: String

        package init(scheme: String, file: String, app: String) {
            self.scheme = scheme
            self.file = file
            self.app = app
        }

        /// What follows the scheme in a line for people.
        package var text: String {
            let (app, file) = (Printable.shown(app), Printable.shown(file, limit: nil))
            return "belongs to \(app), which gets its callbacks; \(file) names the scheme too"
        }
    }

    /// A scheme of the routes: `{"scheme":"notes","registered":true}`, with `"outdated":true` if it needs another .desktop
    /// entry.
    package struct RegisteredScheme: Codable, Sendable, Hashable {
        private enum CodingKeys: String, CodingKey {
            case scheme
            case isRegistered = "registered"
            case isOutdated = "outdated"
        }

        package var scheme: String
        /// Whether the desktop opens its URLs with the daemon.
        package var isRegistered: Bool
        /// Whether its .desktop entry was made for other routes; nil if not.
        package var isOutdated: Bool?

        package init(scheme: String, isRegistered: Bool, isOutdated: Bool) {
            self.scheme = scheme
            self.isRegistered = isRegistered
            self.isOutdated = isOutdated ? true : nil
        }
    }
}

package import XCallbackURL

/// The checked content of config.yaml.
package struct Settings: Sendable, Hashable {
    package var opener = Opener()
    /// The program that prompts the user; nil for zenity, then kdialog.
    package var prompt: [String]?
    package var callbacks = CallbackLists()
    /// The settings for calling other apps. A scheme occurs once.
    package var apps = App.known
    package var notifications = true
    /// The variables that commands get in addition to the standard variables.
    package var environment: [String] = []
    package var limits = Limits()
    /// Whether requests and outcomes are recorded.
    package var journal = true
    package var history = History()

    package init() {}

    /// Returns the settings for calling the app of a scheme; nil for the defaults.
    package func app(of scheme: Scheme) -> App? { apps.first { $0.scheme == scheme } }

    /// The retention of finished requests.
    package struct History: Sendable, Hashable {
        package var keep = Duration.seconds(30 * 86400)
        /// The maximum size of the database and its log in bytes, at least ``minimumSize``. Above it, the oldest ended
        /// requests are deleted.
        package var size = 256 << 20
        /// Whether the values of parameters are kept.
        package var inputs = true

        package static let minimumSize = 1 << 20
    }

    /// The settings for calling another app.
    package struct App: Sendable, Hashable {
        package let scheme: Scheme
        /// Whether `+` in an answer is a space.
        package var plusAsSpace = false
        /// The names of parameters that are secret in a call, in addition to the standard names.
        package var secretNames: [String] = []

        /// Obsidian writes its answers with URLSearchParams, which encodes a space as `+`.
        static let known = Scheme("obsidian").map { [App(scheme: $0, plusAsSpace: true)] } ?? []
    }

    /// The programs that open URLs.
    package struct Opener: Sendable, Hashable {
        package var standard = ["xdg-open"]
        package var byScheme: [Scheme: [String]] = [:]

        /// The program that opens the URLs of a scheme, and its arguments, to which the URL is added.
        package func command(for scheme: Scheme) -> [String] { byScheme[scheme] ?? standard }
    }

    /// The limits of the daemon. A request above a limit gets an error at once. The desktop socket may use half of
    /// `connections`, `running` and `waiting`, the agent socket a quarter.
    package struct Limits: Sendable, Hashable {
        package var connections = 256
        package var running = 64
        package var waiting = 1000
        package var parameters = 1000
        /// The maximum length of a line on the control socket, in bytes.
        package var line = 1 << 20
        /// The maximum size of a command's standard output, in bytes.
        package var output = 1 << 20
        package var timeout = Duration.seconds(30)

        package init() {}
    }
}

/// The callbacks that a configuration permits. A feature restricts the settings further, and a route restricts its
/// feature.
package struct CallbackLists: Sendable, Hashable {
    /// The hosts that https callbacks may name, exact and in lower case. A host with the prefix `http://` is a host
    /// that http callbacks may name.
    package var hosts: Set<String>
    /// The other permitted schemes; nil for all schemes that are not banned.
    package var allow: Set<Scheme>?

    package init(hosts: Set<String> = [], allow: Set<Scheme>? = nil) {
        self.hosts = hosts
        self.allow = allow
    }
}

package import XCallbackURL

/// The checked content of config.yaml.
package struct Settings: Sendable, Hashable {
    package var opener = Opener()
    /// The program that prompts the user; nil for zenity, then kdialog.
    package var prompt: [String]?
    package var callbacks = CallbackLists()
    /// The ways in which other apps are called. A scheme occurs once.
    package var apps = App.known
    package var notifications = true
    /// The variables that commands get besides the usual ones.
    package var environment: [String] = []
    package var limits = Limits()
    /// Whether requests and outcomes are recorded.
    package var journal = true
    package var history = History()

    package init() {}

    /// The way in which the app of a scheme is called, if that is not the usual one.
    package func app(of scheme: Scheme) -> App? { apps.first { $0.scheme == scheme } }

    /// The retention of finished requests.
    package struct History: Sendable, Hashable {
        package var keep = Duration.seconds(30 * 86400)
        /// The bytes of the database and its log, at least ``minimumSize``. Past it the oldest ended requests are deleted.
        package var size = 256 << 20
        /// Whether the values of parameters are kept.
        package var inputs = true

        package static let minimumSize = 1 << 20

        package init() {}
    }

    /// The way in which another app is called.
    package struct App: Sendable, Hashable {
        package let scheme: Scheme
        /// Whether `+` in an answer is a space.
        package var plusAsSpace = false
        /// The names of parameters that are secret in a call, besides the usual ones.
        package var secretNames: [String] = []

        package init(_ scheme: Scheme) { self.scheme = scheme }

        /// Obsidian writes its answers with URLSearchParams, which encodes a space as `+`.
        static let known: [App] =
            Scheme("obsidian").map { scheme in
                var obsidian = App(scheme)
                obsidian.plusAsSpace = true
                return [obsidian]
            } ?? []
    }

    /// The programs that open URLs.
    package struct Opener: Sendable, Hashable {
        package var standard = ["xdg-open"]
        package var byScheme: [Scheme: Way] = [:]

        /// How the URLs of a scheme are opened.
        package enum Way: Sendable, Hashable {
            /// By a program, which gets the URL as one more argument.
            case command([String])
            /// By D-Bus, for an app that it starts.
            case bus
        }

        package init() {}

        package func way(for scheme: Scheme) -> Way { byScheme[scheme] ?? .command(standard) }
    }

    /// The limits of the daemon. A request above a limit gets an error at once. The desktop socket may use half of
    /// `connections`, `running` and `waiting`.
    package struct Limits: Sendable, Hashable {
        package var connections = 256
        package var running = 64
        package var waiting = 1000
        package var parameters = 1000
        /// The bytes of a line on the control socket.
        package var line = 1 << 20
        /// The bytes of a command's standard output.
        package var output = 1 << 20
        package var timeout = Duration.seconds(30)

        package init() {}
    }
}

/// The callbacks that a configuration permits. A feature narrows the settings, and a route narrows its feature.
package struct CallbackLists: Sendable, Hashable {
    /// The hosts that https callbacks may name, exact and in lower case; with `http://` before them, those that http
    /// callbacks may name.
    package var hosts: Set<String>
    /// The other schemes; nil for all that are not banned.
    package var allow: Set<Scheme>?

    package init(hosts: Set<String> = [], allow: Set<Scheme>? = nil) {
        self.hosts = hosts
        self.allow = allow
    }
}

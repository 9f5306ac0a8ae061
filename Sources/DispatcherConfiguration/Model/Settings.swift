package import XCallbackURL

/// config.yaml, checked.
package struct Settings: Sendable, Hashable {
    package var opener = Opener()
    /// The program that asks; nil for zenity, then kdialog.
    package var prompt: [String]?
    package var callbacks = CallbackLists()
    /// What is known of other apps, by their schemes.
    package var apps = App.known
    package var notifications = true
    /// Variables that commands get besides the usual ones.
    package var environment: [String] = []
    package var limits = Limits()
    /// Whether requests and outcomes are recorded.
    package var journal = true
    package var history = History()

    package init() {}

    /// What stays of a request when it is over.
    package struct History: Sendable, Hashable {
        package var keep = Duration.seconds(30 * 86400)
        /// Whether the values of parameters are kept too.
        package var inputs = true

        package init() {}
    }

    /// How another app answers a call.
    package struct App: Sendable, Hashable {
        /// Whether `+` in an answer is a space.
        package var plusAsSpace = false

        package init() {}

        /// Obsidian writes its answers with URLSearchParams, as forms are written.
        static let known: [Scheme: App] = {
            var obsidian = App()
            obsidian.plusAsSpace = true
            return [Scheme("obsidian"): obsidian].reduce(into: [:]) { known, app in
                if let scheme = app.key { known[scheme] = app.value }
            }
        }()
    }

    /// What hands a URL to the desktop.
    package struct Opener: Sendable, Hashable {
        package var standard = ["xdg-open"]
        package var byScheme: [Scheme: [String]] = [:]

        package init() {}

        package func command(for scheme: Scheme) -> [String] { byScheme[scheme] ?? standard }
    }

    /// What is accepted at once. Past a limit the answer is an error, at once.
    package struct Limits: Sendable, Hashable {
        package var connections = 256
        package var running = 64
        package var waiting = 1000
        package var parameters = 1000
        /// Bytes of a line at the control door.
        package var line = 1 << 20
        /// Bytes of a command's standard output.
        package var output = 1 << 20
        package var timeout = Duration.seconds(30)

        package init() {}
    }
}

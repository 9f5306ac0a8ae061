import ArgumentParser

/// `xcallback logs`
struct LogsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Show the daemon's log.",
        discussion: """
            Shows the newest 100 messages of the unit xcallbackd.service by journalctl(1). A daemon that you started without \
            systemd writes its log to its standard error instead.

            Example:
              xcallback logs
            """)

    @Flag(name: .shortAndLong, help: "Go on, and show new messages as they come.")
    var follow = false

    func run() throws {
        if !Daemon.hasUserManager {
            Shell.report(
                "no user manager answers; a daemon that you started yourself writes to its standard error instead")
        }
        try Shell.become(Daemon.journal + ["--lines=100"] + (follow ? ["--follow"] : []))
    }
}

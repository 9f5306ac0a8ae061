import ArgumentParser

/// `xcallback enable FEATURE`
struct EnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Turn a feature on, even if its file turns it off.",
        discussion: """
            A feature is the routes of one file. Its name is the file's name without .yaml, unless the file sets \
            'feature'. The change takes effect at once and persists when the daemon restarts.

            Example:
              xcallback enable notes
            """)

    @OptionGroup var feature: FeatureOptions

    func run() throws { try feature.set(enabled: true) }
}

/// `xcallback disable FEATURE`
struct DisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Turn a feature off: requests to its routes end with error 424.",
        discussion: """
            A feature is the routes of one file. Its name is the file's name without .yaml, unless the file sets \
            'feature'. The change takes effect at once and persists when the daemon restarts. \
            Requests that wait for a turn or for your answer end too; commands that run continue.

            Example:
              xcallback disable notes
            """)

    @OptionGroup var feature: FeatureOptions

    func run() throws { try feature.set(enabled: false) }
}

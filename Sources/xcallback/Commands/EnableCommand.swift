import ArgumentParser

/// `xcallback enable FEATURE`
struct EnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Switch a feature on, whatever its file says.",
        discussion: "It counts at once, and is remembered when the daemon ends.")

    @OptionGroup var feature: FeatureOptions

    func run() throws { try feature.set(enabled: true) }
}

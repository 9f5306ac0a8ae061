import ArgumentParser

/// `xcallback disable FEATURE`
struct DisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Switch a feature off: its routes answer 424 until it is enabled again.",
        discussion: "It counts at once, and is remembered when the daemon ends.")

    @OptionGroup var feature: FeatureOptions

    func run() throws { try feature.set(enabled: false) }
}

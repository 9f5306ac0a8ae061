import DispatcherConfiguration

/// The faults that keep the daemon from serving, and that the user can mend while the daemon waits.
extension StartError {
    /// Returns the fault of a config.yaml with a mistake, or of a state folder that other users may change; nil without one.
    static func fault(_ configuration: Configuration, _ state: StateDirectory?) -> StartError? {
        let bad = configuration.badSettings
        guard bad.isEmpty else { return .configuration(bad.flatMap { $0.mistakes.map(\.description) }) }
        do throws(StartError) { try state?.check() } catch { return error }
        return nil
    }

    /// The reasons on one line.
    var line: String { description.split(separator: "\n").joined(separator: "; ") }
}

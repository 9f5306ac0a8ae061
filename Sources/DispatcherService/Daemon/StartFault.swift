import DispatcherConfiguration
import UnixSystem

/// A fault that keeps the daemon from serving, and that the user can mend while the daemon waits: a config.yaml with a
/// mistake, or a state folder that other users may change.
struct StartFault: Sendable {
    let error: StartError

    /// Nil if there is no such fault.
    init?(_ configuration: Configuration, _ state: StateDirectory?) {
        do throws(StartError) {
            let bad = configuration.badSettings
            guard bad.isEmpty else {
                throw .configuration(bad.flatMap { $0.mistakes.map(\.description) })
            }
            try state?.check()
            return nil
        } catch {
            self.error = error
        }
    }

    /// The reasons on one line.
    var text: String { error.description.split(separator: "\n").joined(separator: "; ") }
}

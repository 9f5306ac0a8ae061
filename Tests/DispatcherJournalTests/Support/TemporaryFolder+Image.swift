import DispatcherJournal
import TestSupport

extension TemporaryFolder {
    /// A copy of its files, as a SIGKILL at this moment would leave them while these journals are open.
    func image(of journals: Journal...) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in try names { try copy.write(try bytes(name), to: name) }
        // Until here none is closed.
        withExtendedLifetime(journals) {}
        return copy
    }
}

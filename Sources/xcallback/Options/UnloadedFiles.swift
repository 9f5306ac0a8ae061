import DispatcherClient
import DispatcherMessages

/// The files whose routes the daemon does not have. One of them may be the reason why no route answers.
enum UnloadedFiles {
    private static let timeout: Int32 = 5000

    /// Reports the first one on standard error, if there is one.
    static func report(at address: DaemonAddress) {
        // On another machine it would take another login.
        guard case .local = address, let status = status(at: address) else { return }
        let mistakes = status.files.flatMap(\.mistakes) + (status.reload?.refused ?? []).flatMap(\.mistakes)
        if let mistake = mistakes.first {
            Shell.report(
                Printable.line("a file is not loaded: \(mistake); see 'xcallback check', then run 'xcallback reload'"))
        } else if let file = status.files.first(where: { $0.state == StatusReply.File.changed }) {
            Shell.report(Printable.line("\(file.path) has changed since it was loaded; run 'xcallback reload'"))
        }
    }

    /// Reports it after an error that may be for that reason.
    static func report(at address: DaemonAddress, after error: any Error) {
        if (error as? ClientError)?.isUnknownRoute ?? false { report(at: address) }
    }

    /// Nil if the daemon does not tell this process, as where it was started for a request of the desktop socket.
    private static func status(at address: DaemonAddress) -> StatusReply? {
        do {
            var client = try DaemonClient(to: address, door: .control)
            return try StatusReply(client.call(.status, milliseconds: timeout))
        } catch {
            return nil
        }
    }
}

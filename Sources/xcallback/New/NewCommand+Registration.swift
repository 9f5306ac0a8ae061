import DesktopEntries
import DispatcherMessages

extension NewCommand {
    /// Registers the scheme with the desktop, unless it is.
    func register(_ scheme: String) throws {
        let status = try daemon.call(StatusMethod.self).reply
        // A scheme that no click may use is not among them.
        guard status.schemes.contains(where: { $0.scheme == scheme && !$0.isRegistered }) else { return }
        let isFirst = !status.schemes.contains { $0.isRegistered }
        // An installation has some twenty steps: those that concern the scheme count here, and what went wrong. The warnings
        // are about the machine, so the first installation has shown them.
        for line in try InstallCommand.install(config: nil, force: false).lines
        where line.names(scheme) || line.verdict == .couldNot || line.verdict == .warning && isFirst {
            Shell.report("\(line)")
        }
    }
}

extension InstallationReport.Line {
    /// Whether the step is about the scheme or its desktop entry.
    fileprivate func names(_ scheme: String) -> Bool {
        text.hasPrefix("\(scheme):") || text.hasSuffix("/xcallback-\(scheme).desktop")
    }
}

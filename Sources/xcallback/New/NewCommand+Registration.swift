import DesktopEntries
import DispatcherMessages

extension NewCommand {
    /// Registers the scheme with the desktop, unless the scheme is registered already.
    func register(_ scheme: String) throws {
        let status = try daemon.call(StatusMethod.self).reply
        // The status does not list a scheme that no click may use.
        guard status.schemes.contains(where: { $0.scheme == scheme && !$0.isRegistered }) else { return }
        let isFirst = !status.schemes.contains { $0.isRegistered }
        // An installation has some twenty steps. Only steps about the scheme and failed steps are shown here. Warnings
        // are about the machine, so only the first installation shows them.
        for line in try InstallCommand.install(config: nil, force: false).lines
        where line.names(scheme) || line.verdict == .couldNot || line.verdict == .warning && isFirst {
            Shell.report("\(line)")
        }
    }
}

extension InstallationReport.Line {
    /// Whether the step is about the scheme or its desktop entry.
    func names(_ scheme: String) -> Bool {
        text.hasPrefix("\(scheme):") || text.hasSuffix("/xcallback-\(scheme).desktop")
    }
}

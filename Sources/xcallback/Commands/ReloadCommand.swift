import ArgumentParser
import DesktopEntries
import DispatcherMessages
import QueryCoding
import XCallbackURL

/// `xcallback reload`
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Load the configuration again; after a mistake in any file the previous one stays.",
        discussion: """
            Registers the schemes of files that are new, if no other app opens them and the programs are installed. \
            --no-install leaves them, also at the next reload, until 'xcallback install SCHEME'. Also prints the warnings \
            of 'xcallback check'. The exit status is 78 if a file was refused.

            Example:
              xcallback reload
            """)

    @Flag(help: "Print the loaded and the refused files as JSON.")
    var json = false

    @Flag(help: "Never register the new schemes with the desktop, unless you run 'xcallback install SCHEME'.")
    var noInstall = false

    func run() throws {
        let (reply, printed) = try Daemon.call(ReloadMethod.self)
        if json { Shell.print(json: printed) } else { show(reply) }
        guard reply.refused.isEmpty else { return try Shell.exit(.configuration) }
        try register()
    }

    private func show(_ reply: ReloadReply) {
        for file in reply.loaded { Shell.print("loaded \(Printable.shown(file, limit: nil))") }
        for mistake in reply.refused.flatMap(\.mistakes) { Shell.print(Printable.message(mistake)) }
        if !reply.refused.isEmpty { Shell.report("the previous configuration stays in use") }
    }

    /// Registers the schemes that the desktop does not open with the daemon, and reports what 'check' says of the files.
    private func register() throws {
        let status = try Daemon.call(StatusMethod.self).reply
        let schemes = status.schemes
        let declined = DeclinedSchemes.all(environment: Shell.environment)
        let new = schemes.filter { !$0.isRegistered && !declined.contains($0.scheme) }.map(\.scheme)
        if noInstall {
            let declining = new.filter { $0 != SchemeCheckup.answers }
            try DeclinedSchemes.set(declining, isDeclined: true, environment: Shell.environment)
            for name in declining { Shell.report("\(name): is not registered; 'xcallback install \(name)' does it") }
        } else if !new.isEmpty {
            try InstallCommand.register(new, if: InstallCommand.isInstalled)
        }
        // The installation and the check have the files of the daemon in the default folder.
        guard Shell.variable(SocketDirectory.variable) == nil else { return }
        for line in ChildOutput.run(FileCheck.command(path: status.path))?.lines ?? [] { Shell.report(line) }
        for scheme in Installation.schemes(environment: Shell.environment)
        where !schemes.contains(where: { $0.scheme == scheme.text }) {
            Shell.report("\(scheme): has no route any more; 'xcallback install' takes it from the desktop")
        }
    }
}

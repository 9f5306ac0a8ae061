import ArgumentParser
import DesktopEntries
import DispatcherMessages
import Glibc

/// `xcallback install`
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Register the schemes of the routes with the desktop, and the daemon with systemd.",
        discussion: """
            Copies the programs to ~/.local/bin and replaces older copies there, unless they already run from a folder on \
            PATH that is not a build folder. A scheme that another app opens stays with that app unless --force is given.

            Example:
              xcallback install
            """)

    @Option(help: "Folder of config.yaml and routes.d; default: the XDG folders.")
    var config: String?

    @Flag(help: "Also take schemes that another app opens now; 'uninstall' returns them.")
    var force = false

    func run() throws {
        try Self.install(config: config, force: force).show()
    }

    /// Installs the programs, and registers the schemes of a configuration. Throws the exit status after printing an error.
    static func install(config: String?, force: Bool) throws -> InstallationReport {
        let schemes = try schemes(of: config)
        do {
            return try Installation.install(
                schemes: schemes, executable: Shell.executable, environment: Shell.environment, force: force)
        } catch {
            Shell.report("\(error)")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
    }

    /// Asks the daemon's program for the schemes, so that only one program reads configurations.
    private static func schemes(of config: String?) throws -> [SchemeEntry] {
        let options = config.map { ["--config", $0] } ?? []
        guard let lines = ChildOutput.lines(of: [Shell.daemonExecutable, "--schemes"] + options) else {
            Shell.report("cannot ask '\(Shell.daemonExecutable)' for the schemes of the configuration")
            throw ExitCode(ExitStatus.configuration.rawValue)
        }
        return lines.compactMap { SchemeEntry($0) }
    }
}

extension InstallationReport {
    func show() throws {
        for line in lines { Shell.print(Printable.line("\(line)")) }
        try XCallbackCommand.exit(failed ? .errorOutcome : .success)
    }
}

import ArgumentParser
import DesktopEntries
import DispatcherMessages
import Glibc
import XCallbackURL

/// `xcallback install`
struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Make the desktop hand our schemes to the daemon, and start it when needed.",
        discussion: """
            Copies the programs to ~/.local/bin, over older copies there, unless they run from a folder on PATH that is no \
            build folder. Leaves a scheme that another app opens to that app, unless --force is given.
            """)

    @Option(help: "The folder of the configuration.")
    var config: String?

    @Flag(help: "Take schemes that another app opens now; 'uninstall' gives them back.")
    var force = false

    func run() throws {
        let schemes = try configuredSchemes()
        do {
            let report = try Installation.install(
                schemes: schemes, executable: Shell.executable, environment: Shell.environment, force: force)
            try report.show()
        } catch let error as InstallationError {
            Shell.say("\(error)")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
    }

    /// The daemon reads the configuration; we read what it prints.
    private func configuredSchemes() throws -> [Scheme] {
        let options = config.map { ["--config", $0] } ?? []
        guard let lines = ChildOutput.lines(of: [Shell.daemonExecutable, "--schemes"] + options) else {
            Shell.say("cannot ask '\(Shell.daemonExecutable)' for the schemes of the configuration")
            throw ExitCode(ExitStatus.configuration.rawValue)
        }
        return lines.compactMap { Scheme($0) }
    }
}

extension InstallationReport {
    func show() throws {
        for line in lines { Shell.print(Printable.line("\(line)")) }
        try Tool.exit(failed ? .errorOutcome : .success)
    }
}

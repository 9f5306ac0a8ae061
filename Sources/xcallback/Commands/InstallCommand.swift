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

            Prints what it wrote and what it could not do, then the checks of 'xcallback doctor' but for its round trip. The \
            exit status is 1 if a step failed that URLs need; the checks do not change it.

            Example:
              xcallback install --dry-run
            """)

    @Option(help: "Folder of config.yaml and routes.d; default: the XDG folders.")
    var config: String?

    @Flag(help: "Also take schemes that another app opens now; 'uninstall' returns them.")
    var force = false

    @Flag(help: "Change nothing; list the steps that would be done.")
    var dryRun = false

    @Flag(help: "Leave out the checks at the end.")
    var noCheck = false

    func run() throws {
        let report = try Self.install(config: config, force: force, isRehearsal: dryRun)
        report.show()
        if !dryRun, !noCheck {
            Shell.print("")
            for finding in DoctorCommand.check(config: config).findings { finding.show() }
        }
        try XCallbackCommand.exit(report.failed ? .errorOutcome : .success)
    }

    /// Installs the programs, and registers the schemes of a configuration. Throws the exit status after printing an error.
    static func install(config: String?, force: Bool, isRehearsal: Bool = false) throws -> InstallationReport {
        let schemes = try schemes(of: config)
        do {
            return try Installation.install(
                schemes: schemes, executable: Shell.executable, environment: Shell.environment, force: force,
                isRehearsal: isRehearsal)
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
    /// Prints the steps as a table.
    func show() {
        let rows = lines.map { [[$0.verdict.rawValue], $0.text.split(separator: " ").map(String.init)] }
        let table = TextTable([[["RESULT"], ["STEP"]]] + rows)
        for line in table.lines(
            within: Shell.width,
            style: { row, column in
                guard row > 0 else { return .header }
                return column == 0 ? style(of: lines[row - 1].verdict) : nil
            })
        {
            Shell.print(line)
        }
    }

    private func style(of verdict: Verdict) -> TextStyle? {
        switch verdict {
        case .couldNot: .failure
        case .warning: .cancel
        case .done, .planned, .skipped, .left: nil
        }
    }
}

import ArgumentParser
import DesktopEntries
import DispatcherMessages

/// `xcallback uninstall`
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove the files that 'install' wrote, and restore the previous defaults.",
        discussion: """
            Keeps your configuration, the history and the grants, and prints their folders. --purge removes them too, after a \
            question.

            Example:
              xcallback uninstall --purge
            """)

    @Flag(help: "Also remove your configuration, the history and the grants.")
    var purge = false

    @Flag(name: .shortAndLong, help: "Also list each step that succeeds.")
    var verbose = false

    @OptionGroup var confirmation: Confirmation

    func run() throws {
        let environment = Shell.environment
        if purge { try prepareForPurge(environment) }
        var report = try Installation.uninstall(environment: environment, isPurge: purge)
        if purge {
            try Installation.purge(environment: environment, report: &report)
        } else {
            try Installation.listLeftovers(environment: environment, report: &report) { folder in
                Printable.command(["rm", "-r", folder])
            }
        }
        if let process = Daemon.startedByHand {
            let end = "it runs until 'kill \(process)' ends it"
            report.add(.warning, "process \(process) is a daemon that was started by hand; \(end)")
        }
        report.show(isWhole: verbose, "removed what 'install'\(purge ? " and 'adopt'" : "") wrote")
        try Shell.exit(report.failed ? .errorOutcome : .success)
    }

    /// Asks for consent, and stops the daemon, which would write its files again. Throws the exit status if a daemon
    /// still runs.
    private func prepareForPurge(_ environment: [String: String]) throws {
        if let process = Daemon.startedByHand { throw Self.refusal("'kill \(process)' ends it") }
        let folders = try OwnFolder.all(environment: environment).map { Printable.shown($0.path, limit: nil) }
        if !folders.isEmpty {
            try confirmation.require(
                "remove \(folders.joined(separator: ", ")) with all that is in them", or: "uninstall --purge")
        }
        try Installation.stopUnits(environment: environment)
        guard !Daemon.isServing else { throw Self.refusal("end it") }
    }

    private static func refusal(_ remedy: String) -> ExitCode {
        Shell.failure(
            "nothing was removed, because a daemon that was started by hand still runs; \(remedy), then run this command again"
        )
    }
}

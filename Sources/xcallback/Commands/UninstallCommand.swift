import ArgumentParser
import DesktopEntries
import DispatcherMessages

/// `xcallback uninstall`
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove the files that 'install' wrote, and restore the previous defaults.",
        discussion: """
            Example:
              xcallback uninstall
            """)

    func run() throws {
        do {
            try Installation.uninstall(environment: Shell.environment).show()
        } catch let error as InstallationError {
            Shell.report("\(error)")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
    }
}

import ArgumentParser
import DesktopEntries
import DispatcherMessages

/// `xcallback uninstall`
struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Remove what 'install' wrote, and restore the former defaults.")

    func run() throws {
        do {
            try Installation.uninstall(environment: Shell.environment).show()
        } catch let error as InstallationError {
            Shell.say("\(error)")
            throw ExitCode(ExitStatus.errorOutcome.rawValue)
        }
    }
}

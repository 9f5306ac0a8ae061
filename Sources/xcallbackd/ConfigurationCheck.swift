import ArgumentParser
import DesktopEntries
import DispatcherConfiguration
import DispatcherMessages
import DispatcherService
import XCallbackURL

/// `xcallbackd --check`: every mistake of the configuration, one a line.
struct ConfigurationCheck {
    let configuration: Configuration
    let environment: [String: String]

    func run() throws {
        var mistakes = 0
        for file in configuration.files {
            for mistake in file.mistakes {
                mistakes += 1
                print(Printable.line("\(mistake)"))
            }
        }
        for mistake in configuration.checkExamples() {
            mistakes += 1
            print(Printable.line("\(mistake)"))
        }
        for file in configuration.files {
            for warning in file.warnings { print(Printable.line("\(warning.location): warning: \(warning.message)")) }
        }
        for warning in configuration.missingPlaces(environment: environment) {
            print(Printable.line("\(warning.location): warning: \(warning.message)"))
        }
        if mistakes == 0 { noteUnregistered() }
        let count = configuration.files.count
        StandardError.say("\(count) file\(count == 1 ? "" : "s"), \(mistakes) mistake\(mistakes == 1 ? "" : "s")")
        if mistakes > 0 { throw ExitCode(ExitStatus.configuration.rawValue) }
    }
    /// A route serves the socket without the desktop; its author may think that a click reaches it.
    private func noteUnregistered() {
        guard let handlers = try? SchemeHandlers(environment: environment) else { return }
        for scheme in DispatcherDaemon.schemes(of: configuration).compactMap({ Scheme($0) }) {
            if handlers.handler(of: scheme)?.identifier != DesktopEntry.identifier {
                StandardError.say("the desktop does not hand us \(scheme): run 'xcallback install'")
            }
        }
    }
}

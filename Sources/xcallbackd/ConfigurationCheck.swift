import ArgumentParser
import DispatcherConfiguration
import DispatcherMessages

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
        let count = configuration.files.count
        FileHandleText.say("\(count) file\(count == 1 ? "" : "s"), \(mistakes) mistake\(mistakes == 1 ? "" : "s")")
        if mistakes > 0 { throw ExitCode(ExitStatus.configuration.rawValue) }
    }
}

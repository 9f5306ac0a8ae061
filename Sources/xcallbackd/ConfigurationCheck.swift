import ArgumentParser
import DesktopEntries
import DispatcherConfiguration
import DispatcherMessages
import DispatcherService
import Glibc
import ProgramHelp
import UnixSystem
import XCallbackURL

/// `xcallbackd --check`: prints each mistake of the configuration as a line.
struct ConfigurationCheck {
    let configuration: Configuration
    let environment: [String: String]

    /// The layout of standard output.
    static let layout = TextLayout(width: TerminalSize.columns(of: STDOUT_FILENO))

    func run() throws {
        let found = configuration.mistakes + configuration.checkExamples()
        for mistake in found { show("\(mistake)") }
        for warning in configuration.warnings + configuration.faultsOfSurroundings(environment: environment) {
            show("\(warning.location): warning: \(warning.message)")
        }
        let mistakes = found.count
        if mistakes == 0 { noteUnregistered() }
        let count = configuration.files.count
        StandardError.report("\(count) file\(count == 1 ? "" : "s"), \(mistakes) mistake\(mistakes == 1 ? "" : "s")")
        if mistakes > 0 { throw ExitCode(ExitStatus.configuration.rawValue) }
    }

    private func show(_ sentence: String) {
        let sentence = Printable.message(sentence)
        let text = isatty(STDOUT_FILENO) == 1 ? Printable.encoded(sentence, for: environment) : sentence
        for line in Self.layout.lines(text, indentation: 2) { print(line) }
    }

    /// Reports schemes that the desktop opens with another app, or with no app, unless the user declined them. The routes of these schemes work by the
    /// sockets alone, while their author may expect that a click reaches them.
    private func noteUnregistered() {
        guard let handlers = try? SchemeHandlers(environment: environment) else { return }
        let declined = DeclinedSchemes.all(environment: environment)
        for entry in DispatcherDaemon.schemes(of: configuration)
        where !entry.isRegistered(handlers.handler(of: entry.scheme)) && !declined.contains(entry.scheme.text) {
            StandardError.report("the desktop does not open \(entry.scheme): with xcallbackd; run 'xcallback install'")
        }
    }
}

import ArgumentParser
import DispatcherMessages

/// `xcallback open URL`
struct OpenCommand: ParsableCommand {
    enum Source: String, ExpressibleByArgument, CaseIterable { case desktop }

    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Run a URL, and print nothing if it succeeds.",
        discussion: """
            For a click, the desktop starts 'xcallback open --from desktop -- URL', which ends once the daemon has \
            accepted the URL, and shows a notification if no daemon answers. If only the desktop socket exists, as in \
            a container, the URL is sent there. Ctrl-C ends only the wait, and 'xcallback cancel last' the request.

            Example:
              xcallback open 'notes:///create?title=Hi'
            """)

    @Option(help: "Send the URL as a click does: to the untrusted desktop socket, without a wait for the outcome.")
    var from: Source?

    @Argument(help: "URL to run.", completion: NameCompletion.urls)
    var url: String

    func run() throws { try Shell.exit(OpenURL.run(url, fromDesktop: from == .desktop)) }
}

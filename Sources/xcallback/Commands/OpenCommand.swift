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
            a container or with a socket that ssh forwards, the URL is sent to the desktop socket.

            Ctrl-C ends only the wait: the request continues, and 'xcallback cancel last' ends it. With 'send', \
            Ctrl-C cancels the request.

            Example:
              xcallback open 'notes:///create?title=Hi'
            """)

    @Option(
        help:
            "Send the URL as a click does: 'desktop' uses the untrusted desktop socket, and does not wait for the outcome."
    )
    var from: Source?

    @Argument(help: "URL to run.", completion: NameCompletion.urls)
    var url: String

    func run() throws { try Shell.exit(OpenURL.run(url, fromDesktop: from == .desktop)) }
}

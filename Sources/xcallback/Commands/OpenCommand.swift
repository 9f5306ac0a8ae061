import ArgumentParser
import DispatcherMessages

/// `xcallback open URL`
struct OpenCommand: ParsableCommand {
    enum Source: String, ExpressibleByArgument, CaseIterable { case desktop }

    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Run a URL, and print nothing if it succeeds.",
        discussion: """
            The desktop starts 'xcallback open --from desktop -- URL', which ends once the daemon has accepted the URL. If no \
            daemon answers, it shows a notification. If there is only the desktop socket, in a container or forwarded by \
            ssh, the URL is sent to that socket.

            Ctrl-C ends the wait alone: what the URL runs goes on, and 'xcallback cancel last' ends it. With 'send', Ctrl-C \
            cancels it.

            Example:
              xcallback open 'notes:///create?title=Hi'
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(help: "Sender of the URL: 'desktop' uses the untrusted desktop socket and does not wait.")
    var from: Source?

    @Argument(help: "URL to run.")
    var url: String

    func run() throws { try Shell.exit(OpenURL.run(url, fromDesktop: from == .desktop, at: daemon.address)) }
}

import ArgumentParser
import DispatcherMessages

/// `xcallback open URL`
struct OpenCommand: ParsableCommand {
    enum Source: String, ExpressibleByArgument, CaseIterable { case desktop }

    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Run a URL; print nothing if it succeeds.",
        discussion: """
            What the desktop starts is 'xcallback open --from desktop -- URL': it leaves at once. Where the desktop's \
            socket alone is there, in a container or forwarded by ssh, the URL goes through that one.
            """)

    @OptionGroup var daemon: DaemonOptions

    @Option(help: "Who starts it; 'desktop' uses the untrusted door and does not wait.")
    var from: Source?

    @Argument(help: "The URL.")
    var url: String

    func run() throws { try Tool.exit(OpenURL.run(url, fromDesktop: from == .desktop, at: daemon.address)) }
}

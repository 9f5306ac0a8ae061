import ArgumentParser

/// `xcallback send URL…`
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Run URLs and print each outcome as JSON.",
        discussion: """
            The exit status is the first status that is not 0. Ctrl-C cancels the requests that run.

            Example:
              xcallback send --parallel 4 - < urls.txt
            """)

    @Option(
        help: ArgumentHelp(
            "Maximum number of URLs to run at once, 1 to 256. Above 1, outcomes are printed as they arrive.",
            valueName: "count"))
    var parallel = 1

    @Argument(
        help: "URLs, or '-' to read them from the lines of standard input, except blank ones and comments ('#').",
        completion: NameCompletion.urls)
    var urls: [String]

    func validate() throws {
        guard (1...256).contains(parallel) else { throw ValidationError("--parallel takes 1 to 256") }
    }

    func run() throws { try Shell.exit(SendURLs(urls: urls, parallel: parallel).run()) }
}

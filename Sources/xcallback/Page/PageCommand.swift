import ArgumentParser
import DispatcherMessages
import UnixSystem
import XCallbackURL

/// `xcallback page`
struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Print a web page with a form for each route.",
        discussion: """
            The page is one file and loads nothing else. For each route it shows the summary, a form for the input, \
            the URL as you type, a link that runs the URL, the examples, and the command for a terminal if a click shows no \
            answer or is refused. --open writes the page to $XDG_RUNTIME_DIR/xcallbackd, readable by you alone.

            With --redirect the page is for a web server: mail and chat programs make no links of a scheme of your own, but \
            they do of https://…/go.html#hello:///greet, which 'xcallback link --https' prints. The page shows the \
            URL after the '#' and opens it after a click, if it has one of the schemes.

            Examples:
              xcallback page --open
              xcallback page --redirect notes > go.html
            """)

    @Flag(help: "Open the page in the browser instead of printing it.")
    var open = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Print a page that redirects to URLs of these schemes.", valueName: "scheme"),
        completion: NameCompletion.schemes)
    var redirect: [Scheme] = []

    func validate() throws {
        guard !open || redirect.isEmpty else { throw ValidationError("--open and --redirect cannot be used together") }
        for fault in redirect.compactMap(RedirectPage.fault) { throw ValidationError(fault) }
    }

    func run() throws {
        guard redirect.isEmpty else { return Shell.print(text: RedirectPage(schemes: redirect).html) }
        let listed = try Daemon.call(RoutesMethod.self).reply.routes
        let page = RoutePage(routes: listed.filter { $0.source != ListedRoute.builtIn })
        guard open else { return Shell.print(text: page.html) }
        // 'uninstall --purge' removes this folder.
        let folder = Shell.variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? "\($0)/xcallbackd" : nil }
        if let folder { try Directory.make(folder) }
        let file = folder.map { "\($0)/routes.html" } ?? "/tmp/xcallback-routes.html"
        try File.replace(file, with: Array(page.html.utf8), permissions: 0o600, followsLinks: false)
        // A browser that xdg-open starts runs on, also when the terminal is closed.
        let opener = try ChildProcess(["xdg-open", file], input: .empty, output: .empty, errors: .empty, isApart: true)
        let end = try opener.openDescriptor()
        guard waitUntilReadable(end.number, milliseconds: 3000), opener.wait() != 0 else { return }
        throw Shell.failure("xdg-open cannot open the page; open it in a browser yourself: \(file)")
    }
}

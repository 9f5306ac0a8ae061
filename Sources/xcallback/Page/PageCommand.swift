import ArgumentParser
import DispatcherMessages
import UnixSystem

/// `xcallback page`
struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Print a web page with a form for each route.",
        discussion: """
            The page is one file and loads nothing else. For each route it shows the summary, a form for the input, \
            the URL as you type, a link that runs the URL, and the examples, each with the equivalent command. If \
            clicks may not run the route, or if you would not see its answer after a click, the page also shows the \
            command for a terminal. With --open the page is written to $XDG_RUNTIME_DIR/xcallbackd (to /tmp without that \
            variable), readable by you alone, and opened in the browser.

            Example:
              xcallback page --open
            """)

    @Flag(help: "Open the page in the browser instead of printing it.")
    var open = false

    func run() throws {
        let listed = try Daemon.call(RoutesMethod.self).reply.routes
        let page = RoutePage(routes: listed.filter { $0.source != ListedRoute.builtIn })
        guard open else { return Shell.print(page.html) }
        // 'uninstall --purge' removes this folder.
        let folder = Shell.variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? "\($0)/xcallbackd" : nil }
        if let folder { try Directory.make(folder) }
        let file = folder.map { "\($0)/routes.html" } ?? "/tmp/xcallback-routes.html"
        try File.replace(file, with: Array(page.html.utf8), permissions: 0o600, followsLinks: false)
        guard try ChildProcess(["xdg-open", file]).wait() == 0 else {
            throw Shell.failure("xdg-open cannot open the page; open it in a browser yourself: \(file)")
        }
    }
}

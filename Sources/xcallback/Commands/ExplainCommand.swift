import ArgumentParser
import DesktopEntries
import DispatcherClient
import DispatcherMessages
import ProgramHelp
import QueryCoding
import RequestRecord
import XCallbackURL

/// `xcallback explain URL`
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Show what a URL would do, and why, without running it.",
        discussion: """
            Lists the routes that match in the order in which they are tried, and those that nearly match with '-'. 'runs' \
            shows the command, quoted for a shell, and the text of a script. The explanation of another of your routes, to \
            which the route leads, follows. 'click' shows what a click would do; 'but' follows if clicks do not reach the \
            daemon. The only command that runs is the 'available-when' of a file.

            Examples:
              xcallback explain 'notes:///create?title=Hi'
              xcallback explain --app firefox 'notes:///create?title=Hi'
              xcallback explain --from agent 'notes:///create?title=Hi'
            """)

    @Option(help: "Where the URL comes from: control (scripts), desktop (clicks; default with --app), agent.")
    var from: Door?

    @Option(name: .customLong("door"), help: .hidden)
    var sameAsFrom: Door?

    @Option(help: ArgumentHelp("App in which a click is assumed, by the id of its desktop entry.", valueName: "id"))
    var app: String?

    @Flag(help: "Print the whole explanation as JSON.")
    var json = false

    @Argument(help: "URL to explain.", completion: NameCompletion.urls)
    var url: String

    private var door: Door { from ?? sameAsFrom ?? (app == nil ? .control : .desktop) }

    func validate() throws {
        guard app == nil || door == .desktop else { throw ValidationError("--app is for clicks: leave out --from") }
    }

    func run() throws {
        let (reply, printed) = try Daemon.call(ExplainMethod.self) {
            ($0.url, $0.door, $0.app, $0.environment) = (url, door, app, session)
        }
        if json {
            Shell.print(json: printed)
        } else {
            try show(reply)
            // A click that ends with the same error as the URL on `door` has no line.
            if let click = reply.click, click.error == nil || click.error != reply.end.error {
                show("click", click.sentence)
            }
            let click = reply.click?.would ?? reply.end.would
            let grants = click == .ask && door != .agent ? try Daemon.call(GrantsMethod.self).reply.grants : []
            if grants.contains(where: { $0.route == reply.end.route }) {
                show("but", "no grant of this route allows this link unasked (xcallback grants)")
            }
            if reply.isLocked == true { show("but", "the question waits for the screen to be unlocked") }
            showArrival(reply)
        }
        if reply.route == nil, reply.error?.code == StandardCode.noRoute.rawValue { MissingRoute.report(url: url) }
        if MissingRoute.isName(url) {
            Shell.report("'\(url)' is the name of a route; 'xcallback link \(url)' prints the URL to explain")
        }
    }

    /// The session variables that a request would carry; these variables decide which app opens a callback.
    private var session: [String: String]? {
        isHere ? Shell.environment.filter { SessionVariables.names.contains($0.key) } : nil
    }

    /// Whether the daemon has the display and the apps of this process.
    private var isHere: Bool { (try? SocketDirectory.here.isForwarded) == false }

    private func show(_ reply: ExplanationReply) throws {
        show("url", value: reply.url)
        if door != .control { show("from", door.rawValue) }
        show("scheme", value: reply.scheme)
        show("authority", value: reply.authority)
        show("path", value: reply.path.map { "/" + $0.joined(separator: "/") })
        let place = reply.considered.first { $0.route == reply.route }.map { ", declared at \($0.declaration)" } ?? ""
        show("route", reply.route.map { $0 + place } ?? "none")
        showConsidered(reply.considered)
        for member in (reply.input ?? reply.parameters).value.members ?? [] {
            show(reply.input == nil ? "parameters" : "input", value: "\(member.name) = \(member.value.json)")
        }
        for (name, callback) in reply.callbacks.members.map({ ($0.name, $0.value) }) {
            let verdict = callback.verdict + (callback.reason.map { "; \($0)" } ?? "")
            show(CallbackKind(rawValue: name)?.parameterName ?? name, "\(Printable.shown(callback.url)) (\(verdict))")
            guard isHere, let scheme = Scheme(callback.url.prefix { $0 != ":" }),
                let app = try? SchemeHandlers(environment: Shell.environment).handler(of: scheme)
            else { continue }
            let environment = Shell.environment
            show("but", app.terminalFault(opener: Daemon.status?.opener ?? ["xdg-open"], environment: environment))
        }
        for miss in reply.nearMisses { show("near miss", miss) }
        if let command = reply.command { show("runs", copied: Printable.command(command)) }
        for line in reply.script?.split(whereSeparator: \.isNewline) ?? [] {
            show("", copied: Printable.shown("  \(line)", limit: 2000))
        }
        show("opens", value: reply.opens)
        show("worker", value: reply.worker)
        showEnd(reply)
        guard let next = reply.follows, let following = try? ExplanationReply(next.value) else { return }
        Shell.print("")
        try show(following)
    }

    /// Shows the routes that match, in the order in which they are tried, then the routes that nearly match.
    private func showConsidered(_ considered: [ConsideredRoute]) {
        let near = considered.enumerated().filter(\.element.isNear)
        let far = considered.count - near.count
        let rows = near.map { index, one in
            [one.matches ? "\(index + 1)" : "-", one.route, one.pattern, one.reason].map { [$0] }
        }
        var lines = TextTable(rows).lines(within: Shell.width - 12, savings: [(.split, 3)])
        if far > 0 {
            lines.append(
                "\(lines.isEmpty ? "" : "and ")\(far) route\(far == 1 ? "" : "s") with other paths (--json lists them)")
        }
        for (index, line) in lines.enumerated() { show(index == 0 ? "considered" : "", printable: line) }
    }

    private func showEnd(_ reply: ExplanationReply) {
        switch reply.would {
        case .run:
            let reason = reply.isGranted == true ? ExplainedClick.grantReason : ""
            show("would", "run \(reply.route ?? "")\(reason)", .good)
        case .ask: show("would", "ask before it runs \(reply.route ?? "")", .warning)
        case .error: show("would", "end as an error" + (reply.route.map { ", without running \($0)" } ?? ""), .bad)
        }
        if let error = reply.error { show("because", "error \(error.code): \(error.sentence)") }
        for reason in reply.missing ?? [] { show("but", reason) }
    }

    /// Shows why a click on the URL does not reach the daemon, if the click would do something.
    private func showArrival(_ reply: ExplanationReply) {
        guard isHere, door != .agent, reply.route != nil, (reply.click?.would ?? reply.end.would) != .error,
            let scheme = reply.scheme.flatMap({ Scheme($0) }),
            let handlers = try? SchemeHandlers(environment: Shell.environment)
        else { return }
        let app = handlers.handler(of: scheme)
        let program = app?.command?.program.split(separator: "/").last
        if let app, DesktopEntry.isOurs(app.identifier, for: scheme) || program == "xcallback" { return }
        let owner = app.map { "clicks on \(scheme): URLs go to \($0.name) (\($0.identifier)), not here" }
        // 'install' does not register http and https.
        let remedy = scheme.isWeb ? "" : "; run 'xcallback install\(app == nil ? "" : " --force")'"
        show("but", (owner ?? "\(scheme): is not registered, so no click arrives") + remedy)
    }

    private func show(_ name: String, _ text: String?, _ style: TextStyle? = nil) {
        guard let text = text.map({ Printable.message($0) }) else { return }
        show(name, printable: style?.applied(to: text) ?? text)
    }

    private func show(_ name: String, value text: String?) {
        if let text { show(name, printable: Printable.shown(text, limit: 2000)) }
    }

    private func show(_ name: String, printable text: String = "", copied: String = "") {
        Shell.print(name.padded(to: 12) + text, copied: copied, indentation: 12)
    }
}

extension ExplainedClick {
    fileprivate static let grantReason = ", because you allowed it always (xcallback grants)"

    /// The effect of the click in words, such as `asks you first`.
    var sentence: String {
        switch would {
        case .run: "runs it unasked\(isGranted == true ? Self.grantReason : "")"
        case .ask: "asks you first" + (obstacle.map { ", each time, \($0)" } ?? "")
        case .error: "is refused" + (error.map { ": \($0)" } ?? "")
        }
    }
}

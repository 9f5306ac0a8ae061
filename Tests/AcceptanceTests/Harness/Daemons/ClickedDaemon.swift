import Foundation
import QueryCoding
import Synchronization
import TestSupport
import Testing

/// A daemon that an ordinary user has installed, with a browser whose page attacks it. One for all tests of a suite.
final class ClickedDaemon: Sendable {
    @TaskLocal static var current: ClickedDaemon?

    /// Ends an argument, and a list of arguments or a question: controls that no URL can bring.
    private static let (unit, record): (Character, Character) = ("\u{1F}", "\u{1E}")

    let sandbox: Sandbox
    let app: ReceivingApp
    let browser: Chromium
    private let daemon: Mutex<RunningDaemon>
    /// The variables of the daemon that are not the sandbox's.
    private let variables: [String: String]

    /// - Parameters:
    ///   - given: The sandbox of the display; nil for a new one.
    ///   - routes: A file of routes. `RECORD` is a program that notes its arguments, `FOLDER` a folder of files.
    ///   - schemes: What the page may open without a question of the browser.
    ///   - display: A display whose dialogs ask the user; nil for a prompt program that does as the test says.
    init(
        _ given: Sandbox? = nil, routes: String, schemes: [String] = ["trap", "xcallback"],
        display: DialogDisplay? = nil
    ) throws {
        let sandbox = try given ?? Sandbox()
        self.sandbox = sandbox
        variables = display?.variables ?? [:]
        let path = sandbox.path
        try sandbox.program("{ printf '%s\\037' \"$@\"; printf '\\036'; } >> '\(path)/ran'", to: "record")
        try sandbox.program(
            """
            case "$1" in 'Always allow '*) exit 0;; esac
            printf '%s\\036' "$1" >> '\(path)/questions'
            read -r answer < '\(path)/answer'
            [ "$answer" != none ] || kill -KILL $$
            exit "$answer"
            """, to: "prompt")
        for name in ["ran", "questions"] { try sandbox.write("", to: name) }
        try sandbox.makeFolder("files")
        try FileManager.default.createSymbolicLink(atPath: "\(path)/files/etc", withDestinationPath: "/etc")
        try sandbox.write("right\n", to: "\(sandbox.routesFolder)/token")
        try sandbox.routes(
            routes.replacing("RECORD", with: "\(path)/record").replacing("FOLDER", with: "\(path)/files"), "trap")
        let prompt = display == nil ? "prompt: [\(path)/prompt]\n" : ""
        try sandbox.settings("\(prompt)callbacks: {hosts: [ok.example]}\nnotifications: false\n")
        app = try ReceivingApp(sandbox, scheme: "otherapp")
        let built = "\(path)/.build/debug"
        try sandbox.copyPrograms(to: built)
        try OrdinaryUser.own(sandbox)
        try OrdinaryUser.perform(["\(built)/xcallback", "install", "--no-check"], in: sandbox).succeeded()
        daemon = Mutex(try Self.start(sandbox, variables))
        browser = try Chromium(sandbox, schemes: schemes)
    }

    private static func start(_ sandbox: Sandbox, _ variables: [String: String]) throws -> RunningDaemon {
        let start = "/bin/chown \(OrdinaryUser.id) \"$NOTIFY_SOCKET\" && exec \"$@\""
        let daemon = OrdinaryUser.command(
            ["env"] + variables.map { "\($0)=\($1)" } + [installed("xcallbackd", sandbox)])
        return try RunningDaemon(sandbox, launcher: ["/bin/sh", "-c", start, "sh"] + daemon)
    }

    /// Starts a new daemon in place of the present one, which forgets whom it has asked.
    func restart() throws {
        try daemon.withLock { daemon in
            _ = daemon.stop()
            daemon = try Self.start(sandbox, variables)
        }
    }

    /// The log of the daemons.
    var logText: String { daemon.withLock { $0.logText } }

    private static func installed(_ program: String, _ sandbox: Sandbox) -> String {
        "\(sandbox.path)/home/.local/bin/\(program)"
    }

    /// The user that the daemon runs as.
    var user: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(daemon.withLock { $0.pid })/status", encoding: .utf8)
            return status.firstMatch(of: /Uid:\t(\d+)\t/).flatMap { Int($0.1) } ?? 0
        }
    }

    /// What a click did.
    struct Effect {
        /// The request's entry in the history.
        let request: QueryValue
        /// The questions, and the arguments of the programs that ran.
        let questions: [String]
        let ran: [[String]]

        /// The code of the error, or the name of the outcome.
        var result: String { request["error"]?["code"]?.json ?? request["outcome"]?.string ?? "" }
    }

    /// Lets the page open a URL, and waits for the end of the request.
    /// - Parameter answer: The exit status of the prompt, if it is asked; nil if it dies without an answer.
    func click(_ url: String, by way: Chromium.Way = .link, answer: Int? = nil) throws -> Effect {
        try sandbox.write("\(answer.map { "\($0)" } ?? "none")\n", to: "answer")
        return try effect(of: url) { try browser.open(url, by: way) }
    }

    /// Fills in the form of a route on the page of all routes, follows its link, and waits for the end of the request.
    func fill(in route: String, _ texts: KeyValuePairs<String, String>) throws -> Effect {
        let page = try OrdinaryUser.perform([Self.installed("xcallback", sandbox), "page"], in: sandbox).succeeded()
        try sandbox.write(page.output, to: "web/routes.html")
        return try effect(of: route) {
            try browser.use("routes.html", typing: texts, clicking: "[aria-labelledby='\(route)'] .run")
        }
    }

    /// Follows a link to the page that redirects to a scheme of the routes, clicks on the page, and waits for the end of
    /// the request.
    func redirect(_ fragment: String, to scheme: String, answer: Int) throws -> Effect {
        let command = [Self.installed("xcallback", sandbox), "page", "--redirect", scheme]
        try sandbox.write(OrdinaryUser.perform(command, in: sandbox).succeeded().output, to: "web/go.html")
        try sandbox.write("\(answer)\n", to: "answer")
        return try effect(of: fragment) { try browser.use("go.html#\(fragment)", typing: [:], clicking: "#open") }
    }

    private func effect(of name: String, _ action: () throws -> Void) throws -> Effect {
        let (before, questions, ran) = (try requests(), try questions(), try ran())
        try action()
        var after: [QueryValue] = []
        try wait(for: "the request of \(name.prefix(200))") {
            after = try requests()
            return after.count > before.count
        }
        guard after.count == before.count + 1, let request = after.first else { throw Failure("more than one request") }
        return Effect(
            request: request, questions: Array(try self.questions().dropFirst(questions.count)),
            ran: Array(try self.ran().dropFirst(ran.count)))
    }

    /// The requests that have ended, newest first.
    private func requests() throws -> [QueryValue] {
        let listed = try OrdinaryUser.perform(
            [Self.installed("xcallback", sandbox), "history", "list", "--all", "--json", "--limit", "1000"],
            in: sandbox
        ).succeeded()
        return try listed.output.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8), depthLimit: 64) }
            .filter { $0["outcome"] != nil }
    }

    private func questions() throws -> [String] {
        try sandbox.contents("questions").split(separator: Self.record).map(String.init)
    }

    /// The arguments of the programs that ran.
    func ran() throws -> [[String]] {
        try sandbox.contents("ran").split(separator: Self.record).map {
            $0.split(separator: Self.unit).map(String.init)
        }
    }
}

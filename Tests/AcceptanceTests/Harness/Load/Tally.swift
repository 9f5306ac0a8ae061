import Foundation
import TestSupport

/// A sandbox whose commands and opener each leave a line for every time that they run, whichever daemon started them.
final class Tally: Sendable {
    let sandbox: Sandbox
    /// A command of the route `hold` writes its number here once it runs …
    let begun: NamedPipe
    /// … and ends when there is a line here.
    let release: NamedPipe

    init(settings: String = "", routes: String = "") throws {
        sandbox = try Sandbox()
        let path = sandbox.path
        begun = try NamedPipe("\(path)/begun.fifo")
        release = try NamedPipe("\(path)/release.fifo")
        try sandbox.program("printf '%s\\n' \"$1\" >> '\(path)/opened'", to: "opener")
        try sandbox.program("printf '%s\\n' \"$1\" >> '\(path)/ran' || exit 9\nexit ${2:-0}", to: "note")
        try sandbox.program("printf '%s\\n' \"$1\" >> '\(path)/ran' || exit 9\nexec cat", to: "read")
        try sandbox.program(
            """
            printf '%s\\n' "$1" >> '\(path)/ran'
            printf '%s\\n' "$1" > '\(path)/begun.fifo'
            read line < '\(path)/release.fifo'
            """, to: "hold")
        try self.settings(settings)
        try sandbox.routes(
            """
            schemes: [t]
            routes:
              - {name: note, path: "/note/{n}", run: [\(path)/note, $n]}
              - {name: read, path: "/read/{n}", run: [\(path)/read, $n], stdin: json, output: text}
              - {name: fail, path: "/fail/{n}", run: [\(path)/note, $n, "3"]}
              - {name: one, path: "/one/{n}", run: [\(path)/note, $n], concurrency: 1}
              - {name: hold, path: "/hold/{n}", run: [\(path)/hold, $n], concurrency: 1, timeout: 1h}
              - {name: pad, path: "/pad/{n}", input: {text: line?}, run: [\(path)/note, $n]}
            \(routes)
            """, "t")
    }

    /// Sets the keys of config.yaml beside the opener.
    func settings(_ text: String) throws { try sandbox.settings("opener: [\(sandbox.path)/opener]\n" + text) }

    /// Starts a command that does not end. Returns the id of its request.
    @discardableResult
    func hold(_ daemon: RunningDaemon, _ number: Int = 1) throws -> String {
        let id = try daemon.accept("t:///hold/\(number)?\(Self.callbacks(number))")
        guard begun.line() == "\(number)" else { throw Failure("the command did not begin") }
        return id
    }

    /// Kills a daemon while one command runs, and another request waits for its turn. Returns their ids.
    @discardableResult
    func killWaiting(_ daemon: RunningDaemon) throws -> (running: String, waiting: String) {
        let ids = (try hold(daemon), try daemon.accept("t:///hold/2?\(Self.callbacks(2))"))
        daemon.kill()
        return ids
    }

    /// The arguments of the commands, in the order in which they wrote them down.
    var ran: [String] { sandbox.lines("ran") }

    /// The arguments of the opener's runs.
    var opened: [String] { sandbox.lines("opened") }

    /// The names of the journal's files that hold a text.
    func files(with text: String) throws -> [String] {
        let folder = "\(sandbox.path)/state/xcallbackd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            return text.isEmpty || bytes.range(of: Data(text.utf8)) != nil
        }
    }

    /// A query that asks for callbacks which name the request, and the outcome.
    static func callbacks(_ number: some CustomStringConvertible) -> String {
        "x-success=otherapp%3A%2F%2Fdone%2F\(number)&x-error=otherapp%3A%2F%2Ffailed%2F\(number)"
    }

    /// Starts a daemon over the state of the previous one.
    func start(
        arguments: [String] = [], environment: [String: String] = [:], launcher: [String] = []
    ) throws -> RunningDaemon {
        try RunningDaemon(sandbox, arguments: arguments, environment: environment, launcher: launcher)
    }

    /// Starts a daemon in its own mount namespace, in which a script, run by sh with our arguments, has changed
    /// something. It needs root.
    func start(
        after script: String, _ arguments: String..., options: [String] = [], environment: [String: String] = [:]
    ) throws -> RunningDaemon {
        let program = "\(Products.folder)/xcallbackd"
        let shell = ["sh", "-euc", "\(script); shift \(arguments.count); exec '\(program)' \"$@\"", "sh"]
        return try start(
            arguments: options, environment: environment,
            launcher: [find("unshare", sandbox.environment), "--mount"] + shell + arguments)
    }

    /// Why nothing can be mounted here; nil if it can.
    static let mountAbsence: String? = {
        guard geteuid() == 0 else { return "mounting in a namespace of the test's own needs root" }
        let isPossible = succeeds("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt")
        return isPossible ? nil : "no namespaces can be made here"
    }()
}

import DispatcherClient
import DispatcherMessages
import DispatcherScenarios
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import UnixSystem

/// The built daemon, serving in a sandbox. Starting waits for its READY=1; the end of the test ends it.
final class RunningDaemon: Sendable {
    /// Three routes, one for each outcome.
    static let plainRoutes = """
        schemes: [t]
        routes:
          - {name: say, path: "/say/{text}", input: {text: string}, output: text, run: [printf, --, "%s", $text]}
          - {name: fail, path: /fail, run: [sh, -c, "echo no such note >&2; exit 3"]}
          - {name: cancel, path: /cancel, run: [sh, -c, "exit 130"]}
        """

    let sandbox: Sandbox
    private let process: Child
    private let log: String
    let directory: SocketDirectory
    /// What its service manager hears.
    let notifications: NotificationSocket

    init(
        _ sandbox: Sandbox, arguments: [String] = [], environment extra: [String: String] = [:],
        launcher: [String] = []
    ) throws {
        self.sandbox = sandbox
        log = "\(sandbox.path)/log"
        var environment = sandbox.environment
        environment.merge(extra) { _, new in new }
        directory = try SocketDirectory(environment: environment)
        notifications = try NotificationSocket("\(sandbox.path)/notify")
        environment["NOTIFY_SOCKET"] = notifications.path
        let errors = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(errors) }
        process = try Child(
            launcher.first ?? "\(Products.folder)/xcallbackd",
            launcher.dropFirst() + ["--log-level", "info"] + arguments,
            environment, errors: errors)
        guard notifications.wait(for: "READY=1", while: { [process] in process.isRunning }) else {
            let end = process.isRunning ? "did not start" : "ended with \(process.wait())"
            throw Failure("the daemon \(end):\n\(logText)")
        }
    }

    /// Starts a daemon in a sandbox of its own.
    convenience init(
        _ routes: String = "", as name: String = "t", settings: String = "", arguments: [String] = [],
        environment extra: [String: String] = [:]
    ) throws {
        try self.init(Sandbox(routes, as: name, settings: settings), arguments: arguments, environment: extra)
    }

    /// A daemon with routes of the scheme `t`, one on each line.
    static func serving(_ routes: String, settings: String = "", extra: [String: String] = [:]) throws -> RunningDaemon
    {
        let indented = routes.split(separator: "\n").map { "  - \($0)\n" }.joined()
        return try RunningDaemon("schemes: [t]\nroutes:\n\(indented)", settings: settings, environment: extra)
    }

    /// A daemon whose sockets a manager has made and passed on, as systemd does.
    /// - Parameter launcher: What starts the program, in its own process.
    static func activated(_ sandbox: Sandbox, launcher: [String] = []) throws -> RunningDaemon {
        let folder = try SocketDirectory(environment: sandbox.environment).path
        let script = """
            import fcntl, os, socket, sys
            folder, program = sys.argv[1:3]
            os.makedirs(folder + "/agent", 0o700)
            copies = []
            for name in ["desktop", "control", "agent/agent"]:
                listener = socket.socket(socket.AF_UNIX)
                listener.bind(folder + "/" + name + ".sock")
                listener.listen(64)
                copies.append(fcntl.fcntl(listener, fcntl.F_DUPFD, 100))
            for index, copy in enumerate(copies): os.dup2(copy, 3 + index)
            for copy in copies: os.close(copy)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="3", LISTEN_FDNAMES="desktop:control:agent")
            os.execv(program, sys.argv[2:])
            """
        let python = try find("python3", sandbox.environment)
        return try RunningDaemon(
            sandbox, launcher: [python, "-c", script, folder] + launcher + ["\(Products.folder)/xcallbackd"])
    }

    var pid: pid_t { process.pid }
    var isRunning: Bool { process.isRunning }
    var logText: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// Waits until the log contains a text. The daemon writes the log asynchronously.
    func waitForLog(_ text: String) throws {
        try wait(for: "'\(text)' in the log") { logText.contains(text) }
    }

    func signal(_ signal: Int32) { process.signal(signal) }

    /// Ends it, and returns its status.
    func stop() -> Int32 {
        process.signal(SIGTERM)
        return process.wait()
    }

    func connect(_ door: Door = .control) throws -> DaemonConnection {
        try DaemonConnection(to: directory, door: door)
    }

    /// Sends a line on a connection of its own.
    @discardableResult
    func begin(_ line: String, _ door: Door = .control) throws -> Connection {
        let connection = Connection(try connect(door))
        try connection.send(line)
        return connection
    }

    /// Sends lines on one connection, ends the stream, and returns every reply.
    func replies(to lines: [String], door: Door = .control) throws -> [QueryValue] {
        try replies(toBytes: Array((lines.joined(separator: "\n") + "\n").utf8), door: door)
    }

    func replies(toBytes bytes: [UInt8], door: Door = .control) throws -> [QueryValue] {
        let connection = Connection(try connect(door))
        try connection.send(bytes: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes)
        connection.finish()
        var replies: [QueryValue] = []
        while let reply = try connection.next() { replies.append(reply) }
        return replies
    }

    /// The reply to one URL.
    func reply(to url: String, door: Door = .control) throws -> QueryValue {
        guard let reply = try replies(to: [url], door: door).first else { throw Failure("no reply to \(url)") }
        return reply
    }

    /// What the reply to a URL decides.
    func result(_ url: String, _ door: Door = .control) throws -> String { try reply(to: url, door: door).decision }

    /// Runs the built command line.
    func xcallback(_ arguments: [String], input: String? = nil) throws -> Ended {
        try run("\(Products.folder)/xcallback", arguments, sandbox.environment, input: input)
    }

    /// Kills it.
    func kill() {
        signal(SIGKILL)
        _ = stop()
    }

    /// The result of a method.
    func call(_ method: String, _ parameters: QueryValue = .object([])) throws -> QueryValue {
        let answer = try Connection(connect()).call(method, parameters)
        guard let result = answer["result"] else { throw Failure("\(method): \(answer.json)") }
        return result
    }

    /// Sends a request without waiting for its outcome, and returns its id once it was accepted.
    func accept(_ url: String, clientID: String? = nil) throws -> String {
        let answer = try call(
            "dispatch", .record([("url", .string(url)), ("wait", false), ("id", clientID.map { .string($0) })]))
        guard answer["state"] == "accepted", let id = answer["id"]?.string else { throw Failure(answer.json) }
        return id
    }

    /// The requests in the history, newest first.
    func history(_ parameters: QueryValue = ["limit": 1_000_000]) throws -> [QueryValue] {
        try call("history", parameters)["requests"]?.items ?? []
    }

    /// The whole entry of a request in the history, once the request and its callback have ended.
    func ended(_ id: String) throws -> QueryValue {
        try wait(for: "the end of \(id)") { try history().contains { $0["id"]?.string == id } }
        guard let request = try history(["id": .string(id)]).first else { throw Failure("no request \(id)") }
        return request
    }

    /// Waits until nothing is under way.
    func waitUntilIdle() throws {
        try wait(for: "the last request") {
            let requests = try call("status")["requests"]
            return requests?["running"] == 0 && requests?["waiting"] == 0
        }
    }
}

extension QueryValue {
    /// The values of an array.
    var items: [QueryValue] { if case .array(let values) = self { values } else { [] } }
}

/// The socket that a service manager listens on.
final class NotificationSocket: Sendable {
    let path: String
    private let descriptor: CInt

    init(_ path: String) throws {
        self.path = path
        unlink(path)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let bound = UnixAddress(path)?.withPointer { bind(descriptor, $0, $1) }
        guard bound == 0 else { throw Failure("cannot listen at \(path)") }
        var timeout = timeval(tv_sec: 0, tv_usec: 100_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Discards what has come.
    func discard() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
    }

    /// Waits for a message that has the line; false if none comes in time, or the sender is gone.
    func wait(for line: String, milliseconds: Int = 30_000, while isRunning: () -> Bool = { true }) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let clock = ContinuousClock()
        let end = clock.now + .milliseconds(milliseconds)
        while clock.now < end {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else {
                if isRunning() { continue }
                return false
            }
            let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
            if lines.contains(where: { $0 == line }) { return true }
        }
        return false
    }
}

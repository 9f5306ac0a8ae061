import DispatcherClient
import DispatcherMessages
import DispatcherScenarios
import Foundation
import Glibc
import QueryCoding
import RequestRecord
import TestSupport
import UnixSystem

/// The built daemon, serving in a sandbox. Starting waits for its READY=1; the end of the test ends it.
final class RunningDaemon: Sendable {
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
        _ routes: String, as name: String = "t", settings: String = "", arguments: [String] = [],
        environment extra: [String: String] = [:]
    ) throws {
        try self.init(Sandbox(routes, as: name, settings: settings), arguments: arguments, environment: extra)
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

    /// Sends lines on one connection, ends the stream, and returns every reply.
    func replies(to lines: [String], door: Door = .control) throws -> [QueryValue] {
        try replies(toBytes: Array((lines.joined(separator: "\n") + "\n").utf8), door: door)
    }

    func replies(toBytes bytes: [UInt8], door: Door = .control) throws -> [QueryValue] {
        var connection = try connect(door)
        try connection.send(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...])
        connection.finishSending()
        var replies: [QueryValue] = []
        while let line = try connection.readLine(milliseconds: 50_000) {
            replies.append(try JSONParser.parse(line, depthLimit: 64))
        }
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

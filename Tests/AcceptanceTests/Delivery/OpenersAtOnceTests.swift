import Glibc
import QueryCoding
import TestSupport
import Testing

/// More callbacks at once than openers may run: the rest wait in order, and none is lost.
@Suite(.timeLimit(.minutes(2)))
struct OpenersAtOnceTests {
    private let sandbox: Sandbox
    /// Openers that wait end when this is closed.
    private let release: NamedPipe
    private static let limit = 32

    init() throws {
        sandbox = try Sandbox()
        release = try NamedPipe("\(sandbox.path)/release")
    }

    /// Starts a daemon with an opener that writes down its URL and how many of its kind run.
    private func start(openersEnd: Bool) throws -> RunningDaemon {
        let path = sandbox.path
        let end = openersEnd ? "" : "read line < '\(path)/release'\n"
        let opener = openersEnd ? "opener" : "staying-opener"
        try sandbox.write(
            """
            #!/bin/sh
            mkdir -p "\(path)/running/$$"
            set -- "$1" "\(path)"/running/*
            printf '%s %s\\n' "$1" "$(($# - 1))" >> '\(path)/opened'
            \(end)rmdir "\(path)/running/$$"

            """, to: opener, executable: true)
        try sandbox.settings("opener: [\(path)/\(opener)]\nlimits: {waiting: 2000}\n")
        return try RunningDaemon(sandbox)
    }

    /// The URLs that were opened, and how many openers ran then.
    private var opened: [(url: String, running: Int)] {
        sandbox.lines("opened").map { line in
            let parts = line.split(separator: " ")
            return (String(parts[0]), Int(parts[1]) ?? 0)
        }
    }

    private func send(_ count: Int, _ daemon: RunningDaemon) throws -> Connection {
        let connection = Connection(try daemon.connect())
        for number in 0..<count {
            let url = "xcallback:///echo?x-success=app%3Adone%2F\(number)"
            try connection.begin("dispatch", ["url": .string(url)], id: .integer(number))
        }
        return connection
    }

    /// Expects that each callback is opened once, after a wait.
    private func expectOpened(_ count: Int) throws {
        try wait(for: "the openers") { opened.count >= count }
        #expect(opened.map(\.url).sorted() == (0..<count).map { "app:done/\($0)" }.sorted())
    }

    /// The number of replies whose callback has each state; `none` without a callback.
    private func states(_ count: Int, _ connection: Connection) throws -> [String: Int] {
        try (0..<count).reduce(into: [:]) { states, _ in
            states[try connection.reply()["result"]?["callback"]?["state"]?.string ?? "none", default: 0] += 1
        }
    }

    /// Waits until as many openers run as may, and the daemon has all requests.
    private func waitForTurns(_ count: Int, _ daemon: RunningDaemon) throws {
        try wait(for: "the openers, and the requests that wait for theirs") {
            try opened.count >= Self.limit && daemon.call("status")["requests"]?["total"] == .integer(count)
        }
    }

    @Test func `no more than the limit run at once, and each callback is opened once`() throws {
        let daemon = try start(openersEnd: true)
        let count = Scale.count(200, upTo: 2000)
        let connection = try send(count, daemon)
        #expect(try states(count, connection) == ["opened": count])
        try expectOpened(count)
        #expect(opened.allSatisfy { $0.running <= Self.limit })
        #expect(daemon.stop() == 0)
    }

    @Test func `a callback that waits for its turn is opened while the daemon stops`() throws {
        let daemon = try start(openersEnd: false)
        let count = Self.limit + 8
        let connection = try send(count, daemon)
        try wait(for: "the openers") { opened.count >= Self.limit }
        daemon.signal(SIGTERM)
        #expect(try states(count, connection) == ["opened": count])
        try expectOpened(count)
    }

    @Test func `a callback that has no turn before the daemon has stopped is opened at the next start`() throws {
        let daemon = try start(openersEnd: false)
        // More than have their turn in the ten seconds that a daemon which stops gives them.
        let count = Self.limit * 12
        let connection = try send(count, daemon)
        try waitForTurns(count, daemon)
        daemon.signal(SIGTERM)
        let states = try states(count, connection)
        // Their replies have no callback.
        let left = states["none"] ?? 0
        #expect(left > 0 && states["opened"] == count - left, "\(states)")
        #expect(daemon.stop() == 0)
        let second = try start(openersEnd: true)
        try second.waitUntilIdle()
        #expect(try second.call("status")["recovered"]?["opened"] == .integer(left))
        try expectOpened(count)
    }

    @Test func `a callback that waits for its turn is opened at the next start after a kill`() throws {
        let daemon = try start(openersEnd: false)
        let count = Self.limit * 4
        let connection = try send(count, daemon)
        try waitForTurns(count, daemon)
        daemon.kill()
        let second = try start(openersEnd: true)
        try second.waitUntilIdle()
        let recovered = try #require(try second.call("status")["recovered"])
        #expect(recovered["opened"] != 0)
        // A request that was not written down had no reply, and does not count.
        let urls = try second.history().compactMap { $0["callback"]?["url"]?.string }
        try wait(for: "the openers") { opened.count >= urls.count }
        #expect(Set(opened.map(\.url)) == Set(urls) && opened.count == urls.count)
        withExtendedLifetime(connection) {}
    }
}

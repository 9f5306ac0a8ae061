import DispatcherClient
import DispatcherMessages
import DispatcherService
import Foundation
import RequestRecord
import TestSupport

/// A daemon inside the test's own process, with its own routes and its own folder.
struct EmbeddedDaemon {
    /// The folder of its sockets.
    let socketFolder: String

    /// Sends lines one after the other, and returns their replies.
    func replies(to lines: [String], door: Door = .control) async throws -> [QueryValue] {
        let folder = socketFolder
        // A client waits for its replies by blocking. On a thread of the pool it would keep the daemon from running, and
        // two such tests at once would wait for ever on a machine with two cores.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.exchange(lines, in: folder, door) })
            }
        }
    }

    private static func exchange(_ lines: [String], in folder: String, _ door: Door) throws -> [QueryValue] {
        // The socket listens since the daemon was made: the first reply waits for its start.
        let directory = try SocketDirectory(override: folder, environment: [:])
        var connection = try DaemonConnection(to: directory, door: door)
        var replies: [QueryValue] = []
        for line in lines {
            try connection.send(Array(line.utf8))
            guard let reply = try connection.readLine(milliseconds: 240_000) else { break }
            replies.append(try JSONParser.parse(reply, depthLimit: 64))
        }
        return replies
    }

    /// Makes a daemon in a folder, runs it, and stops it after the body.
    static func with<Value: Sendable>(
        in folder: TemporaryFolder, _ makeDaemon: (_ socketFolder: String, Logger) throws -> DispatcherDaemon,
        _ body: (EmbeddedDaemon) async throws -> Value
    ) async throws -> Value {
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let embedded = EmbeddedDaemon(socketFolder: "\(folder.path)/s")
        let daemon = try makeDaemon(embedded.socketFolder, quiet)
        let group = ServiceGroup(services: [daemon], logger: quiet)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let value = try await body(embedded)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        }
    }

    static func with<Value: Sendable>(
        _ routes: [CompiledRoute], in folder: TemporaryFolder, _ body: (EmbeddedDaemon) async throws -> Value
    ) async throws -> Value {
        try await with(in: folder) { socketFolder, logger in
            try DispatcherDaemon(
                routes: routes, socketDirectory: socketFolder, files: .folder(folder.path), stateDirectory: folder.path,
                logger: logger)
        } _: {
            try await body($0)
        }
    }

    /// Calls methods one after the other, and returns their whole answers.
    static func answers(_ calls: [(String, QueryValue)], routes: [CompiledRoute]) async throws -> [QueryValue] {
        try await with(routes, in: TemporaryFolder()) { try await $0.replies(to: lines(calls)) }
    }

    /// Calls methods of a daemon with the routes of a router.
    static func answers(_ calls: [(String, QueryValue)], router: URLSchemeRouter) async throws -> [QueryValue] {
        let folder = try TemporaryFolder()
        return try await with(in: folder) { socketFolder, logger in
            try DispatcherDaemon(
                router: router, socketDirectory: socketFolder, files: .folder(folder.path), stateDirectory: folder.path,
                logger: logger)
        } _: {
            try await $0.replies(to: lines(calls))
        }
    }

    private static func lines(_ calls: [(String, QueryValue)]) -> [String] {
        calls.map { RPCRequest(id: 1, method: $0.0, parameters: $0.1).json }
    }
}

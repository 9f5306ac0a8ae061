import DispatcherClient
import DispatcherMessages
import DispatcherService
import Foundation
import Logging
import QueryCoding
import ServiceLifecycle

/// A daemon inside the test's own process, with routes of its own, in a folder of its own.
enum EmbeddedDaemon {
    /// Calls methods one after the other, and returns their whole answers.
    static func answers(_ calls: [(String, QueryValue)], routes: [CompiledRoute]) async throws -> [QueryValue] {
        try await answers(calls) { folder, logger in
            try DispatcherDaemon(
                routes: routes, socketDirectory: "\(folder)/s", configuration: folder, stateDirectory: folder,
                logger: logger)
        }
    }

    /// - Parameter makeDaemon: Makes the daemon with its sockets in the folder's `s`.
    static func answers(
        _ calls: [(String, QueryValue)], _ makeDaemon: (_ folder: String, Logger) throws -> DispatcherDaemon
    ) async throws -> [QueryValue] {
        let folder = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: URL(fileURLWithPath: "/tmp"),
            create: true
        ).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let daemon = try makeDaemon(folder, quiet)
        let group = ServiceGroup(services: [daemon], logger: quiet)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            // The socket listens since the daemon was made: the first reply waits for its start.
            let directory = try SocketDirectory(override: "\(folder)/s", environment: [:])
            var connection = try DaemonConnection(to: directory, door: .control)
            var answers: [QueryValue] = []
            for (method, parameters) in calls {
                try connection.send(Array(RPCRequest(id: 1, method: method, parameters: parameters).json.utf8))
                guard let line = try connection.readLine(milliseconds: 150_000) else { break }
                answers.append(try JSONParser.parse(line, depthLimit: 64))
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return answers
        }
    }
}

import DispatcherClient
import DispatcherMessages
import Foundation
import Logging
import QueryCoding
import ServiceLifecycle
import Testing
import URLSchemeRouter
import XCallbackURL

@testable import DispatcherService

/// The daemon inside a program, with routes of the program's own.
struct DispatcherDaemonTests {
    private struct Sum: Codable { let left: Int, right: Int }

    @Test(.timeLimit(.minutes(3)))
    func `serves a Swift closure over the socket, and ends when it is told to`() async throws {
        let folder = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: URL(fileURLWithPath: "/tmp"),
            create: true
        ).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let scheme = try #require(Scheme("math"))
        let route = try CompiledRoute(
            "/add", in: [.scheme(scheme)], name: "math.add",
            handler: RouteHandler { (sum: Sum) async throws -> Int in sum.left + sum.right })
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let daemon = try DispatcherDaemon(
            routes: [route], socketDirectory: "\(folder)/s", configuration: folder, logger: quiet)
        let group = ServiceGroup(services: [daemon], logger: quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            // The socket listens since the daemon was made: this waits for its reply, not for its start, and for the
            // tests beside it that block the threads that the daemon runs on.
            let directory = try SocketDirectory(override: "\(folder)/s", environment: [:])
            var connection = try DaemonConnection(to: directory, door: .control)
            try connection.send(Array("math:///add?left=2&right=40".utf8))
            let line = try #require(try connection.readLine(milliseconds: 150_000))
            let reply = try JSONParser.parse(line, depthLimit: 16)
            #expect(reply["output"] == ["result": 42])
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/s/control.sock"))
    }
}

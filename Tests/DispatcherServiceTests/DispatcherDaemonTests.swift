import DispatcherService
import Foundation
import TestSupport
import Testing

/// The daemon inside a program, with routes of the program's own.
struct DispatcherDaemonTests {
    private struct Sum: Codable { let left: Int, right: Int }

    @Test(.timeLimit(.minutes(5)))
    func `serves a Swift closure over the socket, and removes the socket at the end`() async throws {
        let scheme = try #require(Scheme("math"))
        let route = try CompiledRoute(
            "/add", in: [.scheme(scheme)], name: "math.add",
            handler: RouteHandler { (sum: Sum) async throws -> Int in sum.left + sum.right })
        let folder = try TemporaryFolder()
        let socket = try await EmbeddedDaemon.with([route], in: folder) { daemon in
            let replies = try await daemon.replies(to: ["math:///add?left=2&right=40"])
            #expect(replies.map { $0["output"] } == [["result": 42]])
            let socket = "\(daemon.socketFolder)/control.sock"
            #expect(FileManager.default.fileExists(atPath: socket))
            return socket
        }
        #expect(!FileManager.default.fileExists(atPath: socket))
        withExtendedLifetime(folder) {}
    }
}

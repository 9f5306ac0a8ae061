import DispatcherService
import Foundation
import Testing

private struct Note: Decodable { let title: String }

/// The sample of the DispatcherService page.
struct EmbeddingArticleTests {
    private func run(_ folder: String) async throws {
        let router = URLSchemeRouter(scheme: "memo")
        router.route("/create") { (note: Note) in ["length": note.title.utf8.count] }

        let logger = Logger(label: "memo")
        let daemon = try DispatcherDaemon(router: router, logger: logger)
        try await ServiceGroup(services: [daemon], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger).run()
    }

    /// The sample itself would use the user's own sockets, so it is compiled; the same calls run in EmbeddedRouterTests.
    @Test func `the page names every public type`() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/DispatcherService/DispatcherService.docc/DispatcherService.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for name in ["DispatcherDaemon", "StartError", "CompiledRoute"] { #expect(text.contains("``\(name)``")) }
    }
}

import FoundationEssentials
import Synchronization
import Testing
import URLSchemeRouter

/// The URLs that a router opened and the errors that its handler received, in order.
final class OpenedURLs: Sendable {
    private let state = Mutex((urls: [String](), errors: [any Error]()))

    var urls: [String] { state.withLock(\.urls) }
    var errors: [any Error] { state.withLock(\.errors) }

    func append(_ url: URL) { state.withLock { $0.urls.append(url.absoluteString) } }
    func append(_ error: any Error) { state.withLock { $0.errors.append(error) } }

    /// A router that records the URLs that it opens.
    static func router(scheme: String = "test") -> (URLSchemeRouter, OpenedURLs) {
        let opened = OpenedURLs()
        let router = URLSchemeRouter(scheme: scheme, onError: { opened.append($0) })
        router.openURL = { opened.append($0) }
        return (router, opened)
    }
}

extension URLSchemeRouter {
    /// Runs the route of a URL and returns the outcome.
    @discardableResult
    func respond(to text: String) async throws -> Outcome { await respond(to: try #require(URL(string: text))) }
}

import FoundationEssentials
import Synchronization

/// The app in the articles' samples. It records everything that it stores, shows and opens.
final class ArticleApp: Sendable {
    private let state = Mutex((stored: [String](), shown: [String](), opened: [String]()))

    var stored: [String] { state.withLock(\.stored) }
    var shown: [String] { state.withLock(\.shown) }
    var opened: [String] { state.withLock(\.opened) }

    /// Stores a title and returns the number of titles.
    @discardableResult
    func add(_ title: String) -> Int {
        state.withLock { state in
            state.stored.append(title)
            return state.stored.count
        }
    }

    func show(_ text: String) { state.withLock { $0.shown.append(text) } }

    func open(_ url: URL) { state.withLock { $0.opened.append(url.absoluteString) } }
}

/// Returns a URL as the system would pass it to an app.
func incoming(_ text: String) throws -> URL {
    struct Malformed: Error { let text: String }
    guard let url = URL(string: text) else { throw Malformed(text: text) }
    return url
}

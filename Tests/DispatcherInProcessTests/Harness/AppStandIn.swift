import DispatcherCommands
import DispatcherConfiguration
import Synchronization
import XCallbackURL

/// Records the URLs that apps would get.
final class AppStandIn: URLOpening {
    private let urls = Mutex<[String]>([])
    private let start = Mutex(OpenerStart.started(OpenerEnd()))

    /// The URLs that were opened, in order.
    var opened: [String] { urls.withLock { $0 } }

    /// Decides what becomes of the openers of later URLs.
    func startOpeners(as start: OpenerStart) { self.start.withLock { $0 = start } }

    func open(
        _ url: String, scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String],
        requested: [String: String],
        turn: OpenerTurn
    ) async -> OpenerStart {
        urls.withLock { $0.append(url) }
        return start.withLock { $0 }
    }

    func undeliverableReason(_ scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String]) -> String? {
        nil
    }
}

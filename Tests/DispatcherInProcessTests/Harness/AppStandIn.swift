import DispatcherCommands
import DispatcherConfiguration
import Synchronization
import XCallbackURL

/// Records the URLs that apps would get.
final class AppStandIn: URLOpening {
    private let urls = Mutex<[String]>([])

    /// The URLs that were opened, in order.
    var opened: [String] { urls.withLock { $0 } }

    func open(
        _ url: String, scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String],
        requested: [String: String],
        turn: OpenerTurn
    ) async -> OpenerStart {
        urls.withLock { $0.append(url) }
        return .started(OpenerEnd())
    }

    func undeliverableReason(_ scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String]) -> String? {
        nil
    }
}

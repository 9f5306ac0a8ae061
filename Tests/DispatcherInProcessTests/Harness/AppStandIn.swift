import DesktopEntries
import DispatcherCommands
import UnixSystem
import XCallbackURL

/// Records the URLs that apps would get.
final class AppStandIn: URLOpening {
    private let urls = Lock<[String]>([])
    private let start = Lock(OpenerStart.started(OpenerEnd()))

    /// The URLs that were opened, in order.
    var opened: [String] { urls.withLock { $0 } }

    private let owners = Lock<[Scheme: SchemeOwner]>([:])
    private let sought = Lock<[Scheme]>([])

    /// The schemes whose owners were looked up, in order.
    var lookedUp: [Scheme] { sought.withLock { $0 } }

    /// Decides whom the desktop gives the URLs of a scheme; without this, nobody.
    func register(_ owner: SchemeOwner, for scheme: String) {
        guard let scheme = Scheme(scheme) else { return }
        owners.withLock { $0[scheme] = owner }
    }

    /// Decides what becomes of the openers of later URLs.
    func startOpeners(as start: OpenerStart) { self.start.withLock { $0 = start } }

    func open(
        _ url: String, scheme: Scheme, by command: [String], environment: [String: String],
        requested: [String: String],
        turn: OpenerTurn
    ) async -> OpenerStart {
        // An opener goes on, and what becomes of it is unknown.
        guard !Task.isCancelled else { return .uncertain("cancelled") }
        urls.withLock { $0.append(url) }
        return start.withLock { $0 }
    }

    func undeliverableReason(_ scheme: Scheme, by command: [String], environment: [String: String]) -> String? {
        nil
    }

    func owner(of scheme: Scheme, by command: [String], environment: [String: String]) -> SchemeOwner {
        sought.withLock { $0.append(scheme) }
        return owners.withLock { $0[scheme] ?? .nobody }
    }
}

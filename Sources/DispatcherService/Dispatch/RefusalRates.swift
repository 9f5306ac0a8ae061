import DispatcherMessages
import Synchronization
import URLSchemeRouter
import UnixSystem

/// How many refused requests are written down: of each socket ten a second, with a burst of a hundred. A page or container
/// that sends nothing but mistakes must not fill the journal.
final class RefusalRates: Sendable {
    private struct Contents {
        var buckets = ByDoor(repeating: TokenBucket())
        var unrecorded = 0
    }

    private static let perSecond = 10
    private static let burst = 100

    private let contents = Mutex(Contents())

    /// How many refused requests were not written down.
    var unrecorded: Int { contents.withLock { $0.unrecorded } }

    /// Whether a request that is refused now is written down. It is counted otherwise.
    func admit(at door: Door, now: Timestamp) -> Bool {
        contents.withLock { contents in
            let isAdmitted = contents.buckets[door]
                .take(every: .milliseconds(1000 / Self.perSecond), burst: Self.burst, now: now.uptime)
            if !isAdmitted { contents.unrecorded += 1 }
            return isAdmitted
        }
    }
}

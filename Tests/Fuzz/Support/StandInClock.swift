import Synchronization
import UnixSystem

/// A clock that is put forward by hand.
final class StandInClock: Sendable {
    private let moment = Mutex(Timestamp(boot: 1_000_000_000_000, wall: 1_800_000_000_000))

    var now: Timestamp { moment.withLock { $0 } }

    func pass(_ time: Duration) { moment.withLock { $0 = $0.advanced(by: time) } }
}

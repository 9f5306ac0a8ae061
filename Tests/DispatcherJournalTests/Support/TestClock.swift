import DispatcherJournal
import Synchronization
import UnixSystem

/// Clocks that stand until they are put forward.
final class TestClock: Sendable {
    private let moment: Mutex<Timestamp>

    init(boot: Duration = .seconds(1000), wall: Duration = .seconds(1_800_000_000)) {
        moment = Mutex(Timestamp(boot: boot.nanoseconds, wall: wall.nanoseconds / 1_000_000))
    }

    /// Both clocks go on.
    func pass(_ time: Duration) { pass(boot: time, wall: time) }

    /// Each goes its own way, as when somebody sets the time of day.
    func pass(boot: Duration, wall: Duration) {
        moment.withLock { moment in
            moment.boot += boot.nanoseconds
            moment.wall += wall.nanoseconds / 1_000_000
        }
    }

    var now: Timestamp { moment.withLock { $0 } }
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

import Synchronization
package import UnixSystem

/// Clocks that advance only when a test advances them.
package final class TestClock: Sendable {
    private let moment: Mutex<Timestamp>

    package init(boot: Duration = .seconds(1000), wall: Duration = .seconds(1_800_000_000)) {
        moment = Mutex(Timestamp(boot: boot.nanoseconds, wall: wall.nanoseconds / 1_000_000))
    }

    /// Advances both clocks by the same time.
    package func pass(_ time: Duration) { pass(boot: time, wall: time) }

    /// Advances each clock by its own amount, as when the user sets the time of day.
    package func pass(boot: Duration, wall: Duration) {
        moment.withLock { moment in
            moment.boot += boot.nanoseconds
            moment.wall += wall.nanoseconds / 1_000_000
        }
    }

    package var now: Timestamp { moment.withLock { $0 } }
}

extension Duration {
    package var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

/// A change that happens again and again.
package final class Changes: Sendable {
    private let latest = Lock(Event())

    package init() {}

    /// The next change. Ask for it before a look at what changes, so that no change in between is missed.
    package var next: Event { latest.withLock { $0 } }

    package func happen() {
        let event = latest.withLock { latest in
            defer { latest = Event() }
            return latest
        }
        event.happen()
    }
}

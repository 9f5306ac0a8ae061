/// A change that happens again and again.
package final class Changes: Sendable {
    /// The event of the next change; nil until a caller asks for it.
    private let latest = Lock<Event?>(nil)

    package init() {}

    /// The next change. Ask for it before a look at what changes, so that no change in between is missed.
    package var next: Event {
        latest.withLock { latest in
            let event = latest ?? Event()
            latest = event
            return event
        }
    }

    package func happen() { latest.withLock { $0.take() }?.happen() }
}

import DispatcherMessages
import RequestRecord

/// A request that waits for a turn: to run, or to have its question shown.
struct QueuedRequest: Sendable, Hashable {
    let id: RequestID
    let route: String
    let door: Door
}

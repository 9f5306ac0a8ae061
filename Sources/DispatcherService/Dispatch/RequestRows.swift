import DispatcherJournal
import DispatcherMessages

/// The steps of one request that the journal takes together.
struct RequestRows: Sendable {
    let id: String
    let changes: [JournalChange]
    let durability: Durability
}

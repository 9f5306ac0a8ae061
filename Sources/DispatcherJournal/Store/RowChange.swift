import DispatcherMessages

/// A row to write. One reference, because an entry has many parts, and goes from the batch to the store and on to the open
/// requests.
final class RowChange {
    var entry: JournalEntry
    var verb: Verb
    /// The bytes of the row; 0 before it is written to a file.
    var bytes = 0

    init(entry: JournalEntry, verb: Verb) {
        self.entry = entry
        self.verb = verb
    }

    enum Verb: Sendable {
        case insert
        case update
        /// Either.
        case replace
    }
}

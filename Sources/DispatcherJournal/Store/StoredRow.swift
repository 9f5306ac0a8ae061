import DispatcherMessages

/// A row as it was read.
struct StoredRow {
    /// Rises with each request that is accepted.
    let number: Int64
    /// Nil if the row is not as it was written.
    let entry: JournalEntry?
}

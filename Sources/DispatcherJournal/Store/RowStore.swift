import DispatcherMessages

/// The rows of a journal: in a file, or in memory.
protocol RowStore: AnyObject {
    /// Writes rows in one transaction, and returns once it is committed.
    /// - Parameter isDurable: Whether they must survive a power cut.
    /// - Returns: The ids of new requests that are not written, because there is a request with their id.
    func write(_ changes: [RowChange], isDurable: Bool) throws(JournalError) -> Set<String>

    /// Reads a part of the rows that match, newest first. Read many rows part by part, so that no writer waits long.
    /// - Returns: The rows with numbers below the given one, at most `count`, and the number below which to go on; nil
    ///   when there are no more.
    func history(
        _ query: HistoryQuery, below number: Int64, count: Int
    ) throws(JournalError) -> (rows: [StoredRow], next: Int64?)

    /// Reads finished requests in the order of their cursors.
    func finished(after cursor: Int64, limit: Int) throws(JournalError) -> [StoredRow]

    /// Reads the newest requests that came on a socket with a client's id, oldest first.
    func requests(clientID: String, door: Door) throws(JournalError) -> [StoredRow]

    /// Reads the request that was accepted last.
    func newest() throws(JournalError) -> StoredRow?

    /// The number of callbacks of which it is unknown whether they were opened.
    func uncertainCallbacks() throws(JournalError) -> Int

    /// Deletes the oldest finished requests from before a time of day.
    /// - Returns: The number of deleted requests.
    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) throws(JournalError) -> Int

    /// Frees the room of deleted rows.
    func shrink() throws(JournalError)

    /// Leaves no copy of deleted rows.
    func emptyLog() throws(JournalError)
}

/// A row as it was read.
struct StoredRow {
    /// Rises with each request that is accepted.
    let number: Int64
    /// Nil if the row is not as it was written.
    let entry: JournalEntry?
}

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

import DispatcherMessages
import RequestRecord

/// The rows of a journal: ``JournalStore``, or a model of a file.
protocol RowStore: AnyObject {
    /// Writes rows and deletes other rows in one transaction, and returns once it is committed. The rows survive a SIGKILL,
    /// but not a power cut.
    /// - Returns: The ids of new requests that are not written, because there is a request with their id.
    func write(_ changes: [RowChange], deleting numbers: [Int64]) throws(JournalError) -> Set<String>

    /// Reads the rows of the unfinished requests, oldest first.
    func openRows() throws(JournalError) -> [StoredRow]

    /// Reads a part of the rows, newest first; the caller looks which of them match. Read many rows part by part, so that
    /// no writer waits long.
    /// - Returns: The rows with numbers below `number`, at most `count`, and the number below which the next part
    ///   begins; nil after the last part.
    func history(
        _ query: HistoryQuery, below number: Int64, count: Int
    ) throws(JournalError) -> (rows: [StoredRow], next: Int64?)

    /// Reads finished requests in the order of their cursors.
    func finished(after cursor: Int64, limit: Int) throws(JournalError) -> [StoredRow]

    /// Reads the newest requests that came on a socket with a client's id, oldest first.
    func requests(clientID: String, door: Door) throws(JournalError) -> [StoredRow]

    /// Reads the finished requests with a client's id among the newest requests, newest first.
    /// - Parameter count: The number of requests, of all kinds, that are searched.
    func requestsWithClientIDs(amongNewest count: Int) throws(JournalError) -> [StoredRow]

    /// Reads the request that was accepted last.
    func newest() throws(JournalError) -> StoredRow?

    /// Counts the callbacks of which it is unknown whether they were opened.
    func uncertainCallbacks() throws(JournalError) -> Int

    /// Deletes the oldest finished requests that were accepted before a time of day, at most `count`.
    /// - Returns: The number of deleted requests.
    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) throws(JournalError) -> Int

    /// The number of all pages of the file, and the number of pages in use.
    var pages: (all: Int, used: Int) { get throws(JournalError) }

    /// Sets the maximum number of pages of the file. A file that has more pages stays as it is.
    func limit(pages: Int) throws(JournalError)

    /// Continues to count the finished requests, about this many bytes of them.
    func count(_ shares: inout DoorShares, bytes: Int) throws(JournalError)

    /// Deletes the oldest finished requests until this many bytes are deleted. If one socket holds more than half of
    /// all bytes, only requests of that socket are deleted.
    /// - Returns: The number of deleted requests.
    func deleteOldest(bytes: Int, _ shares: inout DoorShares, lastCursor: Int64) throws(JournalError) -> Int

    /// Frees the room of deleted rows.
    func shrink() throws(JournalError)

    /// Empties the write-ahead log, so that no copy of deleted rows is left.
    func emptyLog() throws(JournalError)

    /// Closes the file, which then contains all records.
    func close() throws(JournalError)
}

extension RowStore {
    func write(_ changes: [RowChange]) throws(JournalError) -> Set<String> { try write(changes, deleting: []) }
}

/// A row as it was read.
struct StoredRow {
    /// The number of the row, which rises with each accepted request.
    let number: Int64
    /// Nil if the row was damaged after it was written.
    let entry: JournalEntry?
}

/// A row to write. This type is a class, because an entry has many parts, and the batch, the store and the open
/// requests use the same entry.
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
        /// Inserts the row, or replaces the row with the same id.
        case replace
    }
}

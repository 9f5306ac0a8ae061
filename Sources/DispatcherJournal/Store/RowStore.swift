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

    /// Counts the callbacks of which it is unknown whether they were opened.
    func uncertainCallbacks() throws(JournalError) -> Int

    /// Deletes the oldest finished requests that were accepted before a time of day, at most `count`.
    /// - Returns: The number of deleted requests.
    func delete(acceptedBefore wall: Int64, atMost count: Int, lastCursor: Int64) throws(JournalError) -> Int

    /// Whether the file is larger than a size allows.
    func exceeds(_ size: JournalSize) throws(JournalError) -> Bool

    /// Deletes some of the oldest finished requests if all requests exceed a size. Otherwise frees the unused pages of a
    /// file that was larger under another size.
    /// - Returns: Whether there may be more to do.
    func shrink(to size: JournalSize, lastCursor: Int64) throws(JournalError) -> Bool

    /// Deletes some of the oldest finished requests of a file that may have no more pages.
    /// - Returns: False if no request can be deleted, or if the file is full for another reason than its size.
    func makeRoom(within size: JournalSize, lastCursor: Int64) throws(JournalError) -> Bool

    /// Frees the room of deleted rows.
    func compact() throws(JournalError)

    /// Empties the write-ahead log, so that no copy of deleted rows is left.
    func emptyLog() throws(JournalError)

    /// Closes the file, which then contains all records.
    func close() throws(JournalError)
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
    /// Whether the request must have no row yet. Otherwise its row is replaced.
    var isNew: Bool

    init(entry: JournalEntry, isNew: Bool) {
        self.entry = entry
        self.isNew = isNew
    }
}

import DispatcherMessages

/// The rows of a journal in a file: ``JournalStore``, or a model of a file.
protocol FileStore: RowStore {
    /// Reads the rows of the unfinished requests, oldest first.
    func openRows() throws(JournalError) -> [StoredRow]

    /// Reads the finished requests with a client's id among the newest requests, newest first.
    /// - Parameter count: The number of requests, of all kinds, that are searched.
    func requestsWithClientIDs(amongNewest count: Int) throws(JournalError) -> [StoredRow]

    /// Writes rows and deletes other rows in one transaction.
    /// - Returns: The ids of new requests that are not written, because there is a request with their id.
    func write(
        _ changes: [RowChange], deleting numbers: [Int64], isDurable: Bool
    ) throws(JournalError) -> Set<String>

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

    /// Closes the file, which then contains all records.
    func close() throws(JournalError)
}

extension FileStore {
    func write(_ changes: [RowChange], isDurable: Bool) throws(JournalError) -> Set<String> {
        try write(changes, deleting: [], isDurable: isDurable)
    }
}

import GRDB

/// A row as it was read.
struct StoredRow {
    /// Rises with each request that is accepted.
    let number: Int64
    /// Nil if the row is not as it was written.
    let entry: JournalEntry?

    /// Takes the number, the columns of an entry, and their checksum.
    init(_ row: Row) {
        let values = Array(row.databaseValues)
        number = values.first.flatMap(Int64.fromDatabaseValue) ?? 0
        entry = values.last.flatMap {
            JournalEntry(values: Array(values.dropFirst().dropLast()), checksum: $0)
        }
    }
}

/// The size that the file of a journal and its write-ahead log may have together.
struct JournalSize: Sendable, Hashable {
    /// The bytes of a page, SQLite's default.
    static let page = 4096

    /// The bytes of the file and its log.
    let bytes: Int

    /// The bytes that the log may have. SQLite copies the log to the file after a quarter of these bytes, and one
    /// transaction may take the rest. A larger transaction exceeds the limit for a moment.
    var log: Int { min(bytes / 4, 8 << 20) }
    /// The maximum number of pages of the file. SQLite never writes more pages.
    var pages: Int { (bytes - log) / Self.page }
    /// The number of pages in use above which the oldest finished requests are deleted.
    var pagesToKeep: Int { pages - pages / 16 }
    /// The maximum number of bytes of rows that are deleted before writers get their turn.
    var step: Int { min(bytes / 8, 1 << 20) }
    /// The number of log pages after which SQLite copies the log to the file.
    var logPages: Int { log / 4 / Self.page }
}

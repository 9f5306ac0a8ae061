import DispatcherMessages

/// The place of the journal.
package enum JournalStatus: Sendable, Hashable {
    /// In the file at this path. `beginning` is why the journal began this file, if users should know.
    case file(String, beginning: String? = nil)
    /// In memory, because the file could not be used.
    case fallback(because: JournalError)
    /// In memory, because the configuration turns the file off.
    case memory
    /// The journal is closed.
    case closed
}

/// The numbers of changes and commits of a journal since it was opened.
package struct JournalStatistics: Sendable, Hashable {
    /// The recorded changes.
    package var changes = 0
    /// The transactions of these changes.
    package var commits = 0
    /// The posts that could not be written.
    package var lost = 0
}

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

/// A file that was damaged, failed or had another schema, and was set aside.
package struct SetAsideFile: Sendable, Hashable {
    package var path: String
    package var reason: JournalError
}

/// Posts that could not be written. No task waited for these posts.
package struct JournalLoss: Sendable, Hashable {
    /// The number of lost posts since the journal was opened.
    package let count: Int
    /// The reason why the last post was not written.
    package let error: JournalError
}

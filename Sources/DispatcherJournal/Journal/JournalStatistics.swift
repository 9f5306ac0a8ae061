import DispatcherMessages

/// Counts of what a journal has written since it was opened.
package struct JournalStatistics: Sendable, Hashable {
    /// The recorded changes.
    package var changes = 0
    /// The transactions of these changes.
    package var commits = 0
    /// The transactions that waited for the disk.
    package var durableCommits = 0
    /// The posts that could not be written.
    package var lost = 0
}

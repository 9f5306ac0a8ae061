/// What a journal has written since it was opened.
package struct JournalStatistics: Sendable, Hashable {
    /// Changes that were recorded.
    package var changes = 0
    /// Transactions that they shared.
    package var commits = 0
    /// Those of them that waited for the disk.
    package var durableCommits = 0
}

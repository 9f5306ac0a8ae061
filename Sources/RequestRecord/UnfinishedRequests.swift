package import UnixSystem

/// The requests that the previous daemon left unfinished, as the journal has them when the next daemon starts.
package struct UnfinishedRequests: Sendable, Hashable {
    /// The requests, oldest first.
    package var entries: [JournalEntry] = []
    /// The number of damaged rows, which the journal deletes.
    package var damaged = 0
    /// The boot during which the daemon starts.
    package var bootID: String
    package var now: Timestamp
    /// Whether the previous daemon had continued in memory, so that the rows are not up to date.
    package var wasSuspended: Bool

    package init(
        entries: [JournalEntry] = [], damaged: Int = 0, bootID: String, now: Timestamp, wasSuspended: Bool = false
    ) {
        self.entries = entries
        self.damaged = damaged
        self.bootID = bootID
        self.now = now
        self.wasSuspended = wasSuspended
    }
}

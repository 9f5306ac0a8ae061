/// The place of the journal.
package enum JournalStatus: Sendable, Hashable {
    /// In this file.
    case file(String)
    /// In memory, because the file could not be used.
    case standIn(because: JournalError)
    /// In memory, because the configuration turns the file off.
    case memory
    /// The journal is closed.
    case closed
}

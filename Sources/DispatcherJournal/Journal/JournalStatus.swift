/// The place of the journal.
package enum JournalStatus: Sendable, Hashable {
    /// In this file. A file with another schema was set aside at the other path.
    case file(String, otherSchema: String? = nil)
    /// In memory, because the file could not be used.
    case standIn(because: JournalError)
    /// In memory, because the configuration turns the file off.
    case memory
    /// The journal is closed.
    case closed
}

/// Where the journal is kept.
package enum JournalStatus: Sendable, Hashable {
    /// In this file.
    case file(String)
    /// In memory, since the file could not be used.
    case standIn(because: JournalError)
    /// In memory, as the configuration wants it.
    case memory
    /// Nowhere.
    case closed
}

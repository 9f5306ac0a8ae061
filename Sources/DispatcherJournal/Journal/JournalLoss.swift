/// Posts that could not be written. Nobody waited for them.
package struct JournalLoss: Sendable, Hashable {
    /// How many there were since the journal was opened.
    package let count: Int
    /// Why the last one was not written.
    package let error: JournalError
}

/// A row to write.
struct RowChange: Sendable {
    var entry: JournalEntry
    var verb: Verb

    enum Verb: Sendable {
        case insert
        case update
        /// Either.
        case replace
    }
}

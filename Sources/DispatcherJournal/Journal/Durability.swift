/// What a record survives once it is made.
package enum Durability: Sendable, Hashable {
    /// The end of our process, by SIGKILL too (SQLite's `synchronous` NORMAL).
    case process
    /// A power cut too (`synchronous` FULL).
    case disk
}

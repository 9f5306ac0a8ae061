/// The failures that a record survives.
package enum Durability: Sendable, Hashable {
    /// The end of this process, also by SIGKILL (SQLite's `synchronous` NORMAL).
    case process
    /// A power cut as well (`synchronous` FULL).
    case disk
}

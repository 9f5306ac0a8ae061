/// The limits of a journal.
package struct JournalLimits: Sendable {
    /// The number of queued changes above which new requests are refused. Later steps are always accepted: the number
    /// of requests limits them.
    package var waiting = 4096
    /// The bytes of posted changes in the queue above which no change is posted.
    package var posted = 4 << 20
    /// The longest time from a post to the start of its transaction.
    package var postingDelay = Duration.milliseconds(50)
    /// The maximum number of changes in a transaction.
    package var batch = 512
    /// The number of finished requests that a journal in memory keeps.
    package var inMemory = 10_000
    /// The maximum number of 4 KiB pages of the file, evaluated at each opening; nil for no limit.
    package var pages: @Sendable () -> Int? = { nil }

    /// The bytes that the file and its log may have together, evaluated after each change; nil for no limit. Above this
    /// limit, the oldest finished requests are deleted.
    package var size: @Sendable () -> Int?

    /// The limits of a journal that may have this many bytes.
    package init(size: @escaping @Sendable () -> Int? = { nil }) { self.size = size }
}

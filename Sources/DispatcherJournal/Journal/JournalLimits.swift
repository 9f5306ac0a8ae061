/// How much a journal takes.
package struct JournalLimits: Sendable {
    /// How many changes may wait when a request is accepted. Later steps are always taken: the requests that are in bound
    /// them.
    package var waiting = 4096
    /// How many changes share a transaction at most.
    package var batch = 512
    /// How many settled requests are kept in memory where there is no file.
    package var inMemory = 10_000
    /// The most pages of 4 KiB that the file may have, asked at each opening; nil for no limit.
    package var pages: @Sendable () -> Int? = { nil }

    package init() {}
}

import UnixSystem

extension Journal {
    /// The number of requests that are deleted before writers get their turn.
    private static var batchSize: Int { 200 }

    /// Deletes the finished requests that are older than `age`, by the time of day.
    /// - Returns: The number of deleted requests.
    @discardableResult
    package nonisolated func delete(olderThan age: Duration) async throws(JournalError) -> Int {
        let milliseconds = max(age, .zero).components.seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return 0 }
        let count = try await deleteAll(before: clock().wall - milliseconds.partialValue)
        if count > 0 { try await use { store throws(JournalError) in try store.emptyLog() } }
        return count
    }

    /// Deletes all finished requests and all files that were set aside, so that no file of the journal contains any of
    /// their text.
    /// - Throws: ``JournalError``. A journal in memory is cleared, and then throws because its file is not cleared.
    package nonisolated func clear() async throws(JournalError) {
        try await deleteAll(before: .max)
        try await use { store throws(JournalError) in try store.shrink() }
        try folder?.removeSetAside()
        if case .fallback(let cause) = await status { throw cause }
    }

    @discardableResult
    private nonisolated func deleteAll(before wall: Int64) async throws(JournalError) -> Int {
        var total = 0
        var count: Int
        repeat {
            count = try await deleteSome(before: wall)
            total += count
        } while count == Self.batchSize
        return total
    }

    private func deleteSome(before wall: Int64) throws(JournalError) -> Int {
        let last = lastCursor
        let count = try use { store throws(JournalError) in
            try store.delete(acceptedBefore: wall, atMost: Self.batchSize, lastCursor: last)
        }
        if count > 0 { shares = DoorShares() }
        return count
    }
}

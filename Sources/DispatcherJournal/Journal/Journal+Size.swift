extension Journal {
    /// Deletes the oldest ended requests, between other work, while all take more than the limits permit.
    func keepSize() {
        guard !isShrinking, isTooLarge else { return }
        isShrinking = true
        continueShrinking()
    }

    private nonisolated func continueShrinking() {
        executor.enqueue {
            self.assumeIsolated { journal in
                // A failure shows in the next record too, which reports it.
                if (try? journal.deleteOldest()) ?? false { return journal.continueShrinking() }
                journal.isShrinking = false
            }
        }
    }

    /// Deletes some of the oldest ended requests of a file that may have no more pages. False if there are none, or if it
    /// is not for the number of its pages that it is full.
    func makeRoom() -> Bool {
        guard isInFile, let size = JournalSize(bytes: limits.size()), let store = try? store,
            let pages = try? store.pages, pages.all > size.pagesToKeep,
            let count = try? store.deleteOldest(bytes: size.step, lastCursor: lastCursor)
        else { return false }
        return count > 0
    }

    private var isTooLarge: Bool {
        guard let size = JournalSize(bytes: limits.size()), let pages = try? store.pages else { return false }
        return pages.used > size.pagesToKeep || (isInFile && pages.all > size.pages)
    }

    /// Deletes some of the oldest ended requests if all take more than the limits permit, then frees what they took of a
    /// file that was larger under another limit.
    /// - Returns: Whether some were deleted.
    private func deleteOldest() throws(JournalError) -> Bool {
        guard let size = JournalSize(bytes: limits.size()) else { return false }
        let last = lastCursor
        let isInFile = isInFile
        return try use { store throws(JournalError) in
            if isInFile { try store.limit(pages: size.pages) }
            let pages = try store.pages
            let excess = (pages.used - size.pagesToKeep) * JournalSize.page
            if excess > 0 { return try store.deleteOldest(bytes: min(excess, size.step), lastCursor: last) > 0 }
            if isInFile, pages.all > size.pages { try store.shrink() }
            return false
        }
    }
}

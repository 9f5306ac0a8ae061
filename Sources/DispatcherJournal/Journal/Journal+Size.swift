extension Journal {
    /// Deletes the oldest finished requests while all requests exceed the limits. A file shrinks between other work.
    func keepSize() {
        switch medium {
        case .file(let store) where !isShrinking && isTooLarge(store):
            isShrinking = true
            continueShrinking()
        case .fallback(let memory, _), .memory(let memory): memory.keep(finished: limits.inMemory, bytes: limits.size())
        case .file, .closed: break
        }
    }

    private nonisolated func continueShrinking() {
        executor.enqueue {
            self.assumeIsolated { journal in
                // If this fails, the next record fails too, and reports the error.
                if (try? journal.deleteOldest()) ?? false { return journal.continueShrinking() }
                journal.isShrinking = false
            }
        }
    }

    /// Deletes some of the oldest finished requests of a file that may have no more pages. Returns false if no request
    /// can be deleted, or if the file is full for another reason than its page limit.
    func makeRoom() -> Bool {
        guard case .file(let store) = medium, let size = JournalSize(bytes: limits.size()),
            let pages = try? store.pages, pages.all > size.pagesToKeep
        else { return false }
        do {
            while try !countShares(of: store, size) {}
            return try store.deleteOldest(bytes: size.step, &shares, lastCursor: lastCursor) > 0
        } catch {
            // The caller reports that the file is full.
            return false
        }
    }

    /// Continues to count the bytes that each socket holds. Returns whether the count is complete.
    private func countShares(of store: any FileStore, _ size: JournalSize) throws(JournalError) -> Bool {
        if !shares.isComplete { try store.count(&shares, bytes: size.step) }
        return shares.isComplete
    }

    private func isTooLarge(_ file: any FileStore) -> Bool {
        guard let size = JournalSize(bytes: limits.size()), let pages = try? file.pages else { return false }
        return pages.used > size.pagesToKeep || pages.all > size.pages
    }

    /// Deletes some of the oldest finished requests if all requests exceed the limits. Otherwise frees the unused pages
    /// of a file that was larger under another limit. Before the first deletion, counts the bytes that each socket
    /// holds.
    /// - Returns: Whether there may be more to do.
    private func deleteOldest() throws(JournalError) -> Bool {
        guard case .file(let file) = medium, let size = JournalSize(bytes: limits.size()) else { return false }
        let last = lastCursor
        return try use { _ throws(JournalError) in
            try file.limit(pages: size.pages)
            let pages = try file.pages
            let excess = (pages.used - size.pagesToKeep) * JournalSize.page
            if excess > 0 {
                guard try countShares(of: file, size) else { return true }
                return try file.deleteOldest(bytes: min(excess, size.step), &shares, lastCursor: last) > 0
            }
            if pages.all > size.pages { try file.shrink() }
            return false
        }
    }
}

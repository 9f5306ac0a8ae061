extension Journal {
    /// Deletes the oldest ended requests while all take more than the limits permit: those of a file between other work.
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
                // A failure shows in the next record too, which reports it.
                if (try? journal.deleteOldest()) ?? false { return journal.continueShrinking() }
                journal.isShrinking = false
            }
        }
    }

    /// Deletes some of the oldest ended requests of a file that may have no more pages. False if there are none, or if it
    /// is not for the number of its pages that it is full.
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

    /// Counts more of what each socket holds. Returns whether all is counted.
    private func countShares(of store: any FileStore, _ size: JournalSize) throws(JournalError) -> Bool {
        if !shares.isComplete { try store.count(&shares, bytes: size.step) }
        return shares.isComplete
    }

    private func isTooLarge(_ file: any FileStore) -> Bool {
        guard let size = JournalSize(bytes: limits.size()), let pages = try? file.pages else { return false }
        return pages.used > size.pagesToKeep || pages.all > size.pages
    }

    /// Deletes some of the oldest ended requests if all take more than the limits permit, then frees what they took of a
    /// file that was larger under another limit. Before the first of them, counts what each socket holds.
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

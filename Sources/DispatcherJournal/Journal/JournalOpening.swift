/// What was found when a journal was opened.
package struct JournalOpening: Sendable, Hashable {
    /// Where a file that was no journal is kept, and why; a new one was begun.
    package var setAside: SetAside?
    /// Whether the last one was closed, and not killed.
    package var wasClosed: Bool
    /// Whether the last one had gone on in memory: nothing that stood in its file is done again.
    package var wasSuspended: Bool

    package init(setAside: SetAside? = nil, wasClosed: Bool = true, wasSuspended: Bool = false) {
        self.setAside = setAside
        self.wasClosed = wasClosed
        self.wasSuspended = wasSuspended
    }

    package struct SetAside: Sendable, Hashable {
        package var path: String
        package var reason: JournalError
    }
}

/// The state in which a journal was found.
package struct JournalOpening: Sendable, Hashable {
    /// The file that was damaged or had another schema, which was set aside; nil if the file was used.
    package var setAside: SetAside?
    /// Whether the previous daemon closed the journal.
    package var wasClosed: Bool
    /// Whether the previous daemon continued in memory. Then no request that its file records is repeated.
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

/// Posts that could not be written. No task waited for these posts.
package struct JournalLoss: Sendable, Hashable {
    /// The number of lost posts since the journal was opened.
    package let count: Int
    /// The reason why the last post was not written.
    package let error: JournalError
}

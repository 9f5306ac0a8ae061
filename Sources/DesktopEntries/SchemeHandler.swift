/// The program that opens the URLs of a scheme.
package struct SchemeHandler: Sendable, Hashable {
    /// The desktop file id, as in `org.example.Notes.desktop` (Desktop Entry Specification).
    package let identifier: String
    /// The .desktop file of that name, or nil if no data directory has one: a default whose program is gone.
    package let file: String?

    /// Whether its .desktop file is really there.
    package var exists: Bool { file != nil }

    package init(identifier: String, file: String?) {
        self.identifier = identifier
        self.file = file
    }
}

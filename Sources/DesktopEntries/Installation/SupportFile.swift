/// A manual page, a completion of a shell, a schema or an icon, which `install` writes for the programs of a user.
package struct SupportFile: Sendable, Hashable {
    /// The place below a folder of data, such as `man/man1/xcallback.1`.
    package let place: String
    package let text: String

    package init(place: String, text: String) {
        self.place = place
        self.text = text
    }
}

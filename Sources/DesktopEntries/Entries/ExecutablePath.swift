import UnixSystem

/// The absolute path of a program that needs no quotes in the Exec line of a .desktop file and the ExecStart line of a
/// unit.
struct ExecutablePath: Sendable, Hashable {
    let text: String

    /// Refuses a path that generic xdg-open or systemd would split or expand, and a program that does not exist.
    ///
    /// xdg-open's shell code splits the Exec line on blanks, knows no quotes, and lets the shell expand the rest; the
    /// Desktop Entry Specification reserves the other characters; systemd expands `%` and `$`.
    init(_ text: String) throws(InstallationError) {
        try self.init(future: text)
        guard File.isExecutable(text) else { throw .noProgram(text) }
    }

    /// The path of a program that does not exist yet.
    init(future text: String) throws(InstallationError) {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw .unfitPath(text, reason: "it must be an absolute path")
        }
        for scalar in text.unicodeScalars {
            if scalar == " " {
                throw .unfitPath(text, reason: "it has a space, at which xdg-open splits an Exec line, quoted or not")
            }
            if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar.properties.isWhitespace {
                throw .unfitPath(text, reason: "it has a blank or control character, which xdg-open cannot start")
            }
            if Self.reserved.contains(scalar) {
                throw .unfitPath(
                    text, reason: "it has '\(scalar)', which xdg-open or systemd would not take literally")
            }
        }
        self.text = text
    }

    private static let reserved = Set("\"'\\`$%;&|<>()[]{}*?!#=~".unicodeScalars)
}

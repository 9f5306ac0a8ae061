import UnixSystem

/// The absolute path of a program that needs no quotes in the Exec line of a .desktop file and the ExecStart line of a
/// unit.
struct ExecutablePath: Sendable, Hashable {
    let text: String

    /// Refuses a path that generic xdg-open or systemd would split or expand, and a program that does not exist.
    ///
    /// xdg-open's shell code splits the Exec line on blanks, ignores quotes, and lets the shell expand the rest. The
    /// Desktop Entry Specification reserves the other characters. systemd expands `%` and `$`.
    init(_ text: String) throws(InstallationError) {
        try self.init(future: text)
        guard File.isExecutable(text) else { throw .noProgram(text) }
    }

    /// Makes the path of a program that does not exist yet.
    init(future text: String) throws(InstallationError) {
        if let reason = Self.fault(of: text) { throw .unfitPath(text, reason: reason) }
        self.text = text
    }

    /// Returns why a path cannot be used; nil if it can be used.
    private static func fault(of text: String) -> String? {
        guard text.utf8.first == UInt8(ascii: "/") else { return "the path must be absolute" }
        for scalar in text.unicodeScalars {
            if scalar == " " { return "the path has a space, and xdg-open splits an Exec line there, quoted or not" }
            if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar.properties.isWhitespace {
                return "the path has a blank or control character, and xdg-open cannot start such a program"
            }
            if reserved.contains(scalar) {
                return "the path has '\(scalar)', and xdg-open or systemd would not read that character literally"
            }
        }
        return nil
    }

    private static let reserved = Set("\"'\\`$%;&|<>()[]{}*?!#=~".unicodeScalars)
}

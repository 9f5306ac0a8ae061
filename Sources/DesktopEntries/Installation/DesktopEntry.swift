import XCallbackURL

/// The .desktop file that makes the desktop open URLs with `xcallback`.
package enum DesktopEntry {
    /// Its desktop file id.
    package static let identifier = "xcallback.desktop"

    /// The file as in `config/`, with an example's path and schemes.
    package static let template = """
        [Desktop Entry]
        Type=Application
        Name=xcallback
        Comment=Routes x-callback-url URLs to commands and apps
        # No quotes and no blank in the path, and %u a word of its own: generic xdg-open splits this line at blanks.
        Exec=/absolute/path/xcallback open --from desktop -- %u
        NoDisplay=true
        Terminal=false
        StartupNotify=false
        MimeType=x-scheme-handler/xcallback;

        """

    /// The file for a program and the schemes that it opens.
    static func text(executable: ExecutablePath, schemes: [Scheme]) -> String {
        let types = schemes.map { "\($0.mimeType);" }.joined()
        return template.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("MimeType=") || !types.isEmpty }
            .map { line in
                if line.hasPrefix("Exec=") { return "Exec=\(executable.text) open --from desktop -- %u" }
                return line.hasPrefix("MimeType=") ? "MimeType=\(types)" : String(line)
            }
            .joined(separator: "\n")
    }
}

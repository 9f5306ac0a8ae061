import UnixSystem
package import XCallbackURL

/// The .desktop files that make the desktop open URLs with `xcallback`, one for each scheme.
package enum DesktopEntry {
    /// The file as shipped in `config/`, with an example's path and scheme.
    package static let template = """
        [Desktop Entry]
        Type=Application
        Name=xcallback
        Comment=Routes x-callback-url URLs to commands and apps
        Icon=\(SupportFile.iconName)
        # No quotes and no blank in the path, and %u as a separate word: generic xdg-open splits this line at blanks.
        Exec=/absolute/path/xcallback open --from desktop -- %u
        NoDisplay=true
        Terminal=false
        # The desktop hands over its activation token only with true. The daemon ends what the desktop shows if no window follows.
        StartupNotify=true
        MimeType=x-scheme-handler/xcallback;

        """

    /// Returns the desktop file id for a scheme.
    @Sendable static func identifier(of scheme: String) -> String { "xcallback-\(scheme).desktop" }

    static func identifier(of scheme: Scheme) -> String { identifier(of: scheme.text) }

    /// Whether the program that opens a scheme is the entry that `install` wrote.
    package static func isOurs(_ program: String, for scheme: Scheme) -> Bool {
        program == identifier(of: scheme)
    }

    /// Whether `install` wrote an entry for the scheme, which may have another default by now, or may be gone.
    package static func isInstalled(for scheme: Scheme, environment: [String: String]) -> Bool {
        guard let base = try? BaseDirectories(environment: environment) else { return false }
        let name = identifier(of: scheme)
        return File.exists("\(base.applications)/\(name)")
            || base.defaultApplications.contains { file in
                (try? FileContents.read(file))?.firstIndex(of: Array("=\(name)".utf8)) != nil
            }
    }

    /// Returns the text of the file for a scheme that a program opens.
    /// - Parameter isVisible: Whether menus show the entry.
    static func text(_ entry: SchemeEntry, executable: ExecutablePath, isVisible: Bool = false) -> String {
        text([
            "Name": escaped(entry.name), "Comment": entry.comment.map(escaped),
            "Exec": "\(executable.text) open --from desktop -- %u", "NoDisplay": "\(!isVisible)",
            "MimeType": "\(entry.scheme.mimeType);",
        ])
    }

    /// Returns the template with other values of these keys. A key without a value keeps the value of the template.
    package static func text(_ values: [String: String?]) -> String {
        template.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                guard let key = line.split(separator: "=").first, let value = values[String(key)] ?? nil else {
                    return String(line)
                }
                return "\(key)=\(value)"
            }
            .joined(separator: "\n")
    }

    static func escaped(_ line: String) -> String {
        line.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: #"\\"#)
    }
}

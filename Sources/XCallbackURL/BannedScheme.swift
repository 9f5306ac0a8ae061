package import QueryCoding

/// Schemes that a callback never reaches: those whose handlers run code, show local files, mount network places, or take
/// options from the URL. A caller whom nobody can verify chooses a callback, so no configuration lifts this.
package enum BannedScheme {
    /// Why the URL is never opened, or nil.
    package static func reason(_ scheme: Scheme, parameters: QueryParameters) -> String? {
        let text = scheme.text
        if names.contains(text) || prefixes.contains(where: { text.hasPrefix($0) }) {
            return "\(text): is never opened as a callback"
        }
        // mailto with an attachment sends the user's files away (CVE-2020-27748).
        if text == "mailto", parameters.elements.contains(where: { $0.name.lowercased().hasPrefix("attach") }) {
            return "mailto: with an attachment is never opened as a callback"
        }
        return nil
    }

    /// Those that run or show what the URL itself holds: not even the author of a route may open them.
    package static func isNeverATemplate(_ scheme: Scheme) -> Bool {
        ["javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar"].contains(scheme.text)
            || scheme.text.hasPrefix("chrome")
    }

    private static let prefixes = ["chrome", "ms-", "vscode"]

    private static let names: Set<String> = [
        "file", "javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar",
        "ssh", "sftp", "svn+ssh", "telnet", "rlogin", "rdp", "vnc", "fish", "smb", "afp", "nfs", "dav", "davs", "ftp",
        "admin", "x-man-page", "man", "help", "ghelp", "info",
        "apt", "apturl", "snap", "appstream", "flatpak+https",
        "trash", "recent", "search-ms", "shell",
        "vscodium", "cursor", "zed", "idea", "jetbrains", "git", "steam",
    ]
}

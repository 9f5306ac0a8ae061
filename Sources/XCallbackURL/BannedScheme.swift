import QueryCoding

/// Schemes that are never opened as callbacks: their handlers run code, show local files, mount network shares or take
/// options from the URL. An unverified caller chooses the callback, so no configuration can lift this ban.
package enum BannedScheme {
    /// Returns why no URL of the scheme is ever opened, or nil if one may be.
    package static func reason(_ scheme: Scheme) -> String? {
        let text = scheme.text
        let initial = Int((text.utf8.first ?? 0) & 0x1F)
        let isBanned =
            byInitial[initial].names.contains { $0.hasSameBytes(as: text) }
            || byInitial[initial].prefixes.contains { text.hasPrefix($0) }
        return isBanned ? "\(text): is never opened as a callback" : nil
    }

    /// Returns why the URL is never opened, or nil if it may be. Decodes the parameters only of a URL that they can ban.
    static func reason(
        _ scheme: Scheme, parameters: () throws(XCallbackURLError) -> QueryParameters
    ) throws(XCallbackURLError) -> String? {
        if let reason = reason(scheme) { return reason }
        // A mailto URL with an attachment leaks the user's files (CVE-2020-27748).
        guard scheme.text == "mailto" else { return nil }
        let isAttaching = try parameters().elements.contains { $0.name.lowercased().hasPrefix("attach") }
        return isAttaching ? "mailto: with an attachment is never opened as a callback" : nil
    }

    /// Returns whether URLs of this scheme carry the content to run or show, such as `javascript:` or `data:`. Even the
    /// author of a route may not open them.
    package static func isNeverATemplate(_ scheme: Scheme) -> Bool {
        templates.contains(scheme.text) || scheme.text.hasPrefix("chrome")
    }

    /// The schemes that are never a template, besides those that begin with `chrome`.
    package static let templates = [
        "javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar",
    ]

    private static let prefixes = ["chrome", "ms-", "vscode", "jetbrains"]

    private static let names = [
        // They hold the content to run or show, or name a file of the user's.
        "file", "javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar",
        // They log in to, mount or list another machine.
        "ssh", "ssh2", "sftp", "scp", "telnet", "rlogin", "rdp", "vnc", "spice", "vmrc", "fish", "smb", "cifs", "afp",
        "nfs", "dav", "davs", "webdav", "webdavs", "ftp", "ldap", "ldaps", "gopher", "network", "computer",
        // They fetch a repository, some of them with options for the transport.
        "git", "git+ssh", "ssh+git", "svn+ssh", "svn+http", "svn+https",
        // They install or run something.
        "apt", "apturl", "snap", "appstream", "flatpak", "flatpak+https", "steam", "intent", "shell", "search-ms",
        // They open help, settings or folders of the desktop.
        "admin", "x-man-page", "man", "help", "ghelp", "info", "trash", "recent",
        // They open a folder or a file in an editor, which may run what is in it.
        "vscodium", "code-oss", "cursor", "windsurf", "zed", "idea", "pycharm", "phpstorm", "webstorm", "clion",
        "goland", "rider", "rubymine", "datagrip", "dataspell", "rustrover", "appcode", "fleet",
    ]

    /// Both at the index of their first letter, in lists so short that a search is faster than hashing.
    private static let byInitial = (0..<32).map { initial in
        let begins = { (text: String) in text.utf8.first.map { Int($0 & 0x1F) } == initial }
        return (names: names.filter(begins), prefixes: prefixes.filter(begins))
    }
}

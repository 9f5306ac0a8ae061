/// Schemes that are never opened as callbacks: their handlers run code, show local files, mount network shares or take
/// options from the URL. An unverified caller chooses the callback, so no configuration can lift this ban.
package enum BannedScheme {
    /// Returns why no URL of the scheme is ever opened, or nil if URLs of the scheme may be opened.
    package static func reason(_ scheme: Scheme) -> String? {
        let isBanned = names.contains(scheme.text) || prefixes.contains { scheme.text.hasPrefix($0) }
        return isBanned ? "\(scheme): is never opened as a callback" : nil
    }

    /// Returns whether URLs of this scheme contain the content to run or show, as `javascript:` and `data:` do. Even
    /// the author of a route may not open such a URL.
    package static func isNeverATemplate(_ scheme: Scheme) -> Bool {
        templates.contains(scheme.text) || scheme.text.hasPrefix("chrome")
    }

    /// Returns true if not even a script of the user may call a URL of this scheme.
    package static func isNeverCalled(_ scheme: Scheme) -> Bool { scheme.text == "file" || isNeverATemplate(scheme) }

    /// The schemes that are never a template. Schemes that begin with `chrome` are not, either.
    private static let templates = [
        "javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar",
    ]

    /// Returns why no route may serve the scheme, or nil if a route may: no program registers the scheme, because its URLs
    /// contain the content to show or name a part of the browser or a local file.
    package static func servingFault(_ scheme: Scheme) -> String? {
        guard isNeverATemplate(scheme) || localContent.contains(scheme.text) else { return nil }
        return "'\(scheme)' belongs to the desktop or to browsers, so no route can serve it; choose another name"
    }

    private static let prefixes = ["chrome", "ms-", "vscode", "jetbrains", "teamviewer", "citrix"]

    /// Schemes whose URLs name a file of the user or a part of the browser.
    private static let localContent = ["file", "filesystem", "moz-extension", "mk", "mhtml"]

    private static let names = Set(templates + localContent + programs)

    private static let programs = [
        // URLs that log in to, mount or list another machine.
        "ssh", "ssh2", "sftp", "scp", "telnet", "rlogin", "rdp", "vnc", "spice", "vmrc", "fish", "smb", "cifs", "afp",
        "nfs", "dav", "davs", "webdav", "webdavs", "ftp", "ldap", "ldaps", "gopher", "network", "computer", "mosh",
        "sshfs", "rsync", "mtp", "remote",
        // URLs that show or control the screen of this machine or another machine.
        "rustdesk", "anydesk", "nxs", "x2go", "receiver", "qemu+ssh",
        // URLs that fetch a repository, some of them with options for the transport.
        "git", "git+ssh", "ssh+git", "svn", "svn+ssh", "svn+http", "svn+https", "hg+ssh",
        // URLs that install or run something.
        "apt", "apturl", "snap", "appstream", "flatpak", "flatpak+https", "steam", "intent", "shell", "search-ms",
        "bottles", "heroic", "lutris", "jnlp", "exec", "cmd", "sh", "bash", "terminal",
        // URLs that open help, settings or folders of the desktop.
        "admin", "x-man-page", "man", "help", "ghelp", "info", "trash", "recent", "desktop", "programs", "applications",
        "settings", "kcm",
        // URLs that open a folder or a file in an editor, which may run code from it.
        "vscodium", "code-oss", "cursor", "windsurf", "zed", "idea", "pycharm", "phpstorm", "webstorm", "clion",
        "goland", "rider", "rubymine", "datagrip", "dataspell", "rustrover", "appcode", "fleet", "kiro", "trae",
        "antigravity", "positron", "subl", "txmt", "atom", "emacs",
    ]
}

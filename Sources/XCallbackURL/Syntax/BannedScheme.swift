import QueryCoding

/// Schemes that are never opened as callbacks: their handlers run code, show local files, mount network shares or take
/// options from the URL. An unverified caller chooses the callback, so no configuration can lift this ban.
package enum BannedScheme {
    /// Returns why no URL of the scheme is ever opened, or nil if URLs of the scheme may be opened.
    package static func reason(_ scheme: Scheme) -> String? {
        scheme.text.withBytes { isBanned($0) } ? "\(scheme): is never opened as a callback" : nil
    }

    /// Returns whether no URL of a scheme in lower case is ever opened.
    static func isBanned(_ scheme: Span<UInt8>) -> Bool {
        let initial = Int(scheme[0] & 0x1F)
        // By index, so that no list is copied.
        for index in byInitial[initial].indices {
            let name = byInitial[initial][index]
            let beginning = name.isPrefix ? scheme.extracting(first: name.text.utf8CodeUnitCount) : scheme
            if beginning.equals(name.text) { return true }
        }
        return false
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
        let others = ["file", "filesystem", "moz-extension", "mk", "mhtml"]
        guard isNeverATemplate(scheme) || others.contains(scheme.text) else { return nil }
        return "'\(scheme)' belongs to the desktop or to browsers, so no route can serve it; choose another name"
    }

    private static let prefixes: [StaticString] = ["chrome", "ms-", "vscode", "jetbrains", "teamviewer", "citrix"]

    private static let names: [StaticString] = [
        // URLs that contain the content to run or show, or name a file of the user.
        "file", "javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar",
        "filesystem", "moz-extension", "mk", "mhtml",
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

    /// The name of a banned scheme, or a prefix of such names.
    private struct Name {
        let text: StaticString
        let isPrefix: Bool
        /// The index of the first letter.
        var initial: Int { text.withUTF8Buffer { Int($0[0] & 0x1F) } }
    }

    /// The names and the prefixes at the index of their first letter, in lists so short that a search is faster than
    /// hashing.
    private static let byInitial: [[Name]] = {
        let all = names.map { Name(text: $0, isPrefix: false) } + prefixes.map { Name(text: $0, isPrefix: true) }
        return (0..<32).map { initial in all.filter { $0.initial == initial } }
    }()
}

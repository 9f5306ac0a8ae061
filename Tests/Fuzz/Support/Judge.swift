/// A reader of URLs that is independent of the library's: it looks at the bytes that an opener would look at.
struct Judge {
    let scheme: String
    /// The host and port of a web link in lower case; nil for any other scheme.
    let host: String?
    /// The host as a list of hosts names it: with `http://` if the link is not encrypted.
    var hostEntry: String? { host.map { scheme == "http" ? "http://\($0)" : $0 } }
    /// The URL before its fragment, and the fragment.
    let head: String
    let fragment: String?
    let hasUserInfo: Bool
    /// Whether a byte may not be in a URL unencoded.
    let isMalformed: Bool

    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        let colon = try require(bytes.firstIndex(of: 0x3A), "a URL without a scheme leaves: \(text)")
        scheme = String(decoding: bytes[..<colon], as: UTF8.self)
        let hash = bytes.firstIndex(of: 0x23)
        head = String(decoding: bytes[..<(hash ?? bytes.count)], as: UTF8.self)
        fragment = hash.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
        var authority: ArraySlice<UInt8> = []
        if bytes[(colon + 1)...].starts(with: "//".utf8) {
            authority = bytes[(colon + 3)...].prefix { ![0x2F, 0x3F, 0x23, 0x5C].contains($0) }
        }
        hasUserInfo = authority.contains(0x40)
        host = scheme == "http" || scheme == "https" ? String(decoding: authority, as: UTF8.self).lowercased() : nil
        isMalformed = bytes.contains { $0 <= 0x20 || $0 == 0x7F || "\"<>\\^`{|}".utf8.contains($0) }
    }

    /// Whether a web page may never have it opened.
    var isBanned: Bool {
        let names = """
            file javascript vbscript data blob about view-source resource jar ssh ssh2 sftp scp svn+ssh telnet rlogin rdp
            vnc spice vmrc fish smb cifs afp nfs dav davs webdav webdavs ftp ldap gopher network computer admin x-man-page
            man help ghelp info apt apturl snap appstream flatpak flatpak+https trash recent search-ms shell vscodium
            code-oss cursor windsurf zed idea pycharm jetbrains git git+ssh ssh+git svn+http steam intent rustdesk anydesk
            mosh qemu+ssh kiro positron atom emacs lutris jnlp exec terminal settings svn rsync sshfs moz-extension mhtml
            """
        return ["chrome", "ms-", "vscode", "teamviewer", "citrix"].contains { scheme.hasPrefix($0) }
            || names.utf8.split(whereSeparator: { $0 <= 0x20 }).contains { $0.elementsEqual(scheme.utf8) }
            || scheme == "mailto" && (hasOtherMailField || givesMailOptions)
    }

    /// Whether xdg-email could read a part of a mail as an option of the mail program: a value has a byte that is not
    /// encoded, or an address, which it decodes, has a quote or the like, or begins with `-`.
    var givesMailOptions: Bool {
        guard scheme == "mailto" else { return false }
        let address = Array(head.utf8.dropFirst("mailto:".utf8.count).prefix { $0 != 0x3F })
        return Self.isOption(address, "to")
            || mailFields.contains { $0.map { Self.isOption($0.value, $0.name) } ?? true }
    }

    private static func isOption(_ value: [UInt8], _ field: String) -> Bool {
        let isText = ["subject", "body", "in-reply-to"].contains(field)
        let isList = ["to", "cc", "bcc"].contains(field)
        let isEncoded = value.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "%-._~".utf8.contains(byte) || (!isText && "@,".utf8.contains(byte))
            }
        }
        guard isEncoded, case .success(let text) = ReferenceDecoder.decode(value, plusAsSpace: false) else {
            return true
        }
        let breaksLine = text.contains { $0 == 0x0A || $0 == 0x0D }
        if isText { return field != "body" && breaksLine }
        return text.first == 0x2D || (!isList && text.contains(0x2C))
            || text.contains { $0 < 0x20 || "%\\'\"*?&=".utf8.contains($0) }
    }

    /// Whether even the author of a route may not open it.
    var isNeverOpened: Bool {
        ["javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar"].contains(scheme)
            || scheme.hasPrefix("chrome")
    }

    /// Whether no script may call it.
    var isNeverCalled: Bool { scheme == "file" || isNeverOpened }

    /// Whether a mail program may read more than the six harmless fields.
    private var hasOtherMailField: Bool {
        if fragment != nil { return true }
        let harmless: Set = ["", "to", "cc", "bcc", "subject", "body", "in-reply-to"]
        return mailFields.contains { !harmless.contains($0?.name ?? "?") }
    }

    /// The fields of a mail and their values, undecoded; nil in place of a field whose name does not decode.
    private var mailFields: [(name: String, value: [UInt8])?] {
        pairs(of: head).map { pair in
            let name = pair.prefix { $0 != 0x3D }
            guard case .success(let decoded) = ReferenceDecoder.decode(Array(name), plusAsSpace: false) else {
                return nil
            }
            let field = String(decoding: decoded, as: UTF8.self).lowercased()
            let isEscaped = field.hasPrefix("amp;")
            return (isEscaped ? String(field.dropFirst(4)) : field, Array(pair[name.endIndex...].dropFirst()))
        }
    }

    /// The pairs of a query, undecoded.
    func pairs(of text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        guard let mark = bytes.firstIndex(of: 0x3F) else { return [] }
        return bytes[(mark + 1)...].split(separator: 0x26)
    }
}

import QueryCoding
import Testing
import XCallbackURL

struct CallbackURLTests {
    @Test(arguments: [
        ("s://s", "s://s?a=1"),
        ("s://s?b=2", "s://s?b=2&a=1"),
        ("s://s?", "s://s?a=1"),  // a lone question mark already separates
        ("s://s?b=2&", "s://s?b=2&a=1"),
        ("s://s?b=2&&", "s://s?b=2&&a=1"),
        ("s://s#f", "s://s?a=1#f"),
        ("s://s?b=2#f?g", "s://s?b=2&a=1#f?g"),
        ("s://s#", "s://s?a=1#"),
        ("s://s?#f", "s://s?a=1#f"),
        ("s:", "s:?a=1"), ("s://", "s://?a=1"), ("s:///", "s:///?a=1"),
        ("s://s?a=0", "s://s?a=0&a=1"),  // never replaces a parameter
        ("s://s?b=x%2By+z;c='d'", "s://s?b=x%2By+z;c='d'&a=1"),  // keeps the caller's bytes
        ("s://s?b=%c3%a9", "s://s?b=%c3%a9&a=1"),
        ("s://s?b=é", "s://s?b=é&a=1"),
        ("s://s?b=1&\u{301}c", "s://s?b=1&\u{301}c&a=1"),
        ("s://s#\u{301}", "s://s?a=1#\u{301}"),  // a combining mark does not hide the #
        ("s://s?\u{301}", "s://s?\u{301}&a=1"),
        ("S://S?B=2", "s://S?B=2&a=1"),  // only the scheme is lower-cased
        ("s:opaque", "s:opaque?a=1"),
        ("s://host:80/a", "s://host:80/a?a=1"),
    ])
    func `appends after the query and before the fragment`(text: String, result: String) throws {
        let callback = try CallbackURL(text)
        #expect(Array(callback.appending([QueryParameter("a", "1")]).utf8) == Array(result.utf8))
    }

    @Test(arguments: ["a b", "%zz", "a%ff", "a\u{1}", "a|b"])
    func `the user info of a URL that a script calls is encoded`(user: String) throws {
        for url in ["https://\(user)@c/", "s://\(user)@c"] {
            #expect(throws: XCallbackURLError.self) { try CallbackURL(foreign: url) }
        }
        #expect(try CallbackURL(foreign: "https://user:p%20w@c:80/").host == "c:80")
    }

    @Test(arguments: ["s://s", "s://s?", "s://s?a&", "s:#", "s://s?a=%C3%A9#é"])
    func `leaves the URL unchanged if there is nothing to append`(text: String) throws {
        #expect(Array(try CallbackURL(text).appending([]).utf8) == Array(text.utf8))
    }

    @Test func `percent-encodes appended parameters and keeps bare names bare`() throws {
        let items: QueryParameters = [
            QueryParameter("a b", "c&d=e/f?g+h"), QueryParameter("é", ""), QueryParameter("x", nil),
        ]
        #expect(try CallbackURL("s:").appending(items) == "s:?a%20b=c%26d%3De%2Ff%3Fg%2Bh&%C3%A9=&x")
    }

    @Test(arguments: [
        ("s:?a=mine", "s:?a=mine&b=2"),  // an appended `a` would override the caller's
        ("s:?%61=mine", "s:?%61=mine&b=2"),
        ("s:?a", "s:?a&b=2"),
        ("s:?a.x=mine", "s:?a.x=mine&b=2"),
        ("s:?a[]=mine", "s:?a[]=mine&b=2"),
        ("s:?A=mine", "s:?A=mine&a=1&a.0=2&a[]=3&b=2"),
        ("s:", "s:?a=1&a.0=2&a[]=3&b=2"),
    ])
    func `keeps the caller's parameters in a callback to an own route`(text: String, result: String) throws {
        let output: QueryValue = .object([.init("a", "1"), .init("a.0", "2"), .init("a[]", "3"), .init("b", "2")])
        let url = Outcome.success(output).url(of: try CallbackURL(text), isOwn: true)
        #expect(url.replacing("a%5B%5D", with: "a[]") == result)
    }

    @Test(arguments: ["x-success", "x-error", "x-cancel", "x-source", "x-token"])
    func `omits output with a name that only callers may set`(name: String) throws {
        let output: QueryValue = .object([.init(name, "s:evil"), .init("x-things-id", "7")])
        let callback = try CallbackURL("s:")
        #expect(Outcome.success(output).url(of: callback, isOwn: false) == "s:?x-things-id=7")
        #expect(Callbacks(success: callback).url(for: .success(output)) == "s:?x-things-id=7")
    }

    private static let banned = """
        file FILE javascript vbscript data blob about view-source chrome chrome-extension chromebook resource jar
        ssh sftp svn+ssh telnet rlogin rdp vnc fish smb afp nfs dav davs ftp admin x-man-page man help ghelp info
        apt apturl snap appstream flatpak+https trash recent ms-msdt ms-word ms- search-ms shell vscode
        vscode-insiders vscodium cursor zed idea jetbrains git steam webdav webdavs cifs scp ssh2 git+ssh ssh+git
        svn+http ldap gopher intent pycharm phpstorm webstorm jetbrains-toolbox windsurf code-oss spice vmrc flatpak
        computer network rustdesk anydesk teamviewer10 teamviewerapi nxs x2go citrixreceiver receiver mosh qemu+ssh
        kiro trae antigravity positron subl txmt atom emacs bottles heroic lutris jnlp exec cmd sh bash terminal
        desktop programs applications remote settings kcm svn rsync hg+ssh sshfs mtp filesystem moz-extension mk
        mhtml
        """

    @Test(arguments: banned.split { $0.isWhitespace }.map { String($0) })
    func `bans a dangerous scheme`(scheme: String) throws {
        for text in ["\(scheme):a", "\(scheme)://a", "\(scheme):///a/b"] { #expect(try CallbackURL(text).ban != nil) }
    }

    @Test(arguments: [
        "mailto:a@b?attach=/etc/passwd", "mailto:?Attachment=a", "mailto:a?subject=b&attach", "mailto:a?%61ttach=b",
        "mailto:a@b?x=1&amp;attach=/etc/passwd", "mailto:a@b?insert=/etc/passwd", "mailto:a?amp;attach=b",
        "mailto:a?amp;amp;subject=b", "mailto:a?AMP;Attach=b", "mailto:a?subject=b&x=1", "mailto:a?subjec=b",
        "mailto:a?body.0=b", "mailto:a?from=b", "mailto:a@b#?attach=/etc/passwd", "mailto:a?subject=b#&attach=c",
        "MAILTO:a?insert=b",
    ])
    func `bans a mail with other fields`(text: String) throws { #expect(try CallbackURL(text).ban != nil) }

    @Test(arguments: ["mailto:a?subject=%zz", "mailto:a?%zz=b", "mailto:a?%ff=b", "mailto:a?a=b c", "mailto:a#%zz", ""])
    func `bans a mailto URL whose appended text cannot be decoded`(text: String) throws {
        let url = try CallbackURL("mailto:a")
        #expect(throws: XCallbackURLError.self) { try CallbackURL(text) }
        #expect(url.ban(appended: text) != nil)
        #expect(url.ban(appended: "mailto:a?attach=b") != nil)
        #expect(url.ban(appended: "mailto:a?subject=b") == nil)
    }

    @Test(arguments: [
        "notes:///a", "https://example.org/", "mailto:a@b?subject=attach", "mailto:a@b", "mailto:?to=a",
        "mailto:a?Subject=b&BODY=c&cc=d&bcc=e&In-Reply-To=f", "mailto:a?subject=b&amp;body=c", "mailto:a?%73ubject=b",
        "mailto:a?", "files:a", "datax:a", "gitx:a", "github:a", "mschat:a", "manual:a", "x-callback-url:a", "shells:a",
        "mysms:a", "magnet:a", "tel:1", "otherterminal:a",
        "org-protocol://capture?url=a",  // captures on purpose
        "feed:https://a/",  // a reader asks before it subscribes
    ])
    func `does not ban a harmless URL`(text: String) throws { #expect(try CallbackURL(text).ban == nil) }

    @Test(arguments: [
        ("mailto:a@b", "mailto:a@b?subject=s&cc=c&Body=b"),
        ("mailto:a@b?to=c", "mailto:a@b?to=c&subject=s&cc=c&Body=b"),
        ("mailtox:a", "mailtox:a?attach=f&subject=s&insert=i&amp%3Battach=f&cc=c&Body=b&result=r"),
    ])
    func `adds to a mail only output that is one of its fields`(callback: String, opened: String) throws {
        let names = [
            ("attach", "f"), ("subject", "s"), ("insert", "i"), ("amp;attach", "f"), ("cc", "c"), ("Body", "b"),
            ("result", "r"),
        ]
        let output: QueryValue = .object(names.map { .init($0.0, .string($0.1)) })
        let url = Outcome.success(output).url(of: try CallbackURL(callback), isOwn: false)
        #expect(url == opened)
    }

    @Test func `adds no error to a mail`() throws {
        let outcome = Outcome.error(OutcomeError(code: 404, message: "none"))
        #expect(outcome.url(of: try CallbackURL("mailto:a@b?subject=s"), isOwn: false) == "mailto:a@b?subject=s")
    }

    @Test func `states why a URL is banned`() throws {
        #expect(try CallbackURL("file:///a").ban == "file: is never opened as a callback")
        #expect(
            try CallbackURL("mailto:?attach=a").ban
                == "mailto: with more than to, cc, bcc, subject, body, in-reply-to is never opened as a callback")
        #expect(try CallbackURL("mailto:a#b").ban == "mailto: with a fragment is never opened as a callback")
    }

    @Test(arguments: [
        ("https://Example.ORG/a", "example.org"), ("http://example.org:8080", "example.org:8080"),
        ("https://example.org?a", "example.org"), ("https://127.0.0.1/", "127.0.0.1"), ("https://[::1]:1/", "[::1]:1"),
        ("https://example.org#@evil.example", "example.org"), ("notes://example.org/", nil),
    ])
    func `returns the host of a web link in lower case`(text: String, host: String?) throws {
        #expect(try CallbackURL(text).host == host)
        #expect(try CallbackURL(text).hostEntry == host.map { text.hasPrefix("http:") ? "http://\($0)" : $0 })
    }

    @Test(arguments: [
        ("", XCallbackURLError.noScheme), ("otherapp", .noScheme), ("/a/b", .noScheme), ("//a/b", .noScheme),
        ("1s://a", .invalidScheme), ("-s://a", .invalidScheme), (" s://a", .invalidScheme), ("схема:a", .invalidScheme),
        ("s://user@a/", .userInfo), ("s://user:password@a/", .userInfo),
        ("https://good.example@evil.example/", .userInfo),
        ("https://a\\@evil.example/", .userInfo), ("https:/a", .invalidHost), ("https:///a", .invalidHost),
        ("https://good.example\\.evil.example/", .invalidHost), ("https://a%2Fb/", .invalidHost),
        ("s://a b", .undecodable(.authority, .unencoded(0x20))),
        ("s:///a\\b", .undecodable(.path, .unencoded(0x5C))),
        ("s:///a\nb", .undecodable(.path, .unencoded(0x0A))),
        ("s:///%00", .undecodable(.path, .control(0))),
        ("s:?a=%zz", .undecodable(.parameter("a"), .malformedEscape("%zz"))),
        ("s:?a=\u{85}", .undecodable(.parameter("a"), .control(0x85))),
        ("s:?=a\rb", .undecodable(.parameter(""), .unencoded(0x0D))),  // ignored, but opened with the rest
        ("s:?a=1&=x=%zz", .undecodable(.parameter(""), .malformedEscape("%zz"))),
        ("s:#%FF", .undecodable(.fragment, .notUTF8)),
        ("s://%FF", .undecodable(.authority, .notUTF8)),
    ])
    func `rejects a malformed callback`(text: String, error: XCallbackURLError) {
        #expect(throws: error) { try CallbackURL(text) }
    }

    @Test(arguments: ["s:///a%0Ab", "s:?a=%5C", "s://a?b=[c]", "s:?=&&=b", "s:?a=1&a=2&x-success=x-success"])
    func `accepts encoded bytes and parameters without a meaning`(text: String) throws {
        #expect(try CallbackURL(text).text == text)
    }
}

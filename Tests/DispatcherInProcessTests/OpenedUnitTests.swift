import DispatcherCommands
import DispatcherRequests
import Testing
import UnixSystem

/// The unit of an app that we open, and what others read from its name.
struct OpenedUnitTests {
    static let names = [
        ("org.gnome.TextEditor.desktop", "app-xcallback-org.gnome.TextEditor@1f.service"),
        ("firefox-esr.desktop", #"app-xcallback-firefox\x2desr@1f.service"#),
        ("notes.desktop.desktop", "app-xcallback-notes.desktop@1f.service"),
        ("été@1 a/b$HOME\n.desktop", #"app-xcallback-\xc3\xa9t\xc3\xa9\x401\x20a\x2fb\x24HOME\x0a@1f.service"#),
        ("xdg-open", #"app-xcallback-xdg\x2dopen@1f.service"#),  // a program, when the app is not known
        ("a:b_c.desktop", "app-xcallback-a:b_c@1f.service"),
        (".desktop", "app-xcallback@1f.service"),
        ("", "app-xcallback@1f.service"),
        (String(repeating: "é", count: 26), "app-xcallback@1f.service"),  // too long for a unit's name
    ]

    @Test(arguments: names)
    func `the app's id is in the name`(app: String, name: String) {
        #expect(OpenedUnit.name(app, random: 0x1f) == name)
    }

    @Test func `two units of an app have different names`() {
        #expect(OpenedUnit.name("a") != OpenedUnit.name("a"))
    }

    /// The expression with which xdg-desktop-portal reads the app of a service (xdp-utils.c), and ours.
    @Test(arguments: ["org.gnome.TextEditor", "firefox-esr", "kate", "a:b_c"])
    func `portals and the daemon read the app from it`(app: String) throws {
        let name = OpenedUnit.name("\(app).desktop")
        let portal = try Regex(
            #"^app-(?:[[:alnum:]]+\-)?(.+?)(?:@[[:alnum:]]*)?\.service$"#, as: (Substring, Substring).self)
        let escaped = try #require(name.wholeMatch(of: portal)).output.1
        #expect(escaped.replacing(#"\x2d"#, with: "-") == app)
        #expect(AppUnit.app(of: ControlGroup(path: "/user.slice/user@1000.service/app.slice/\(name)")) == app)
    }
}

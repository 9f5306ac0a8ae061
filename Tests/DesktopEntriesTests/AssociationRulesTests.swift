import Testing

@testable import DesktopEntries

/// Whose rules count in a session.
@Suite(.timeLimit(.minutes(5)))
struct AssociationRulesTests {
    /// An association that only GIO knows distinguishes them.
    @Test(
        DesktopTools.open, DesktopTools.gio,
        arguments: [
            ("GNOME", AssociationRules.gio), ("GNOME-Classic:GNOME", .gio), ("X-Cinnamon", .gio), ("MATE", .gio),
            ("XFCE", .gio), ("LXDE", .xdgMime), ("LXQt", .xdgMime), ("X-Generic", .xdgMime), ("sway", .xdgMime),
            ("", .xdgMime),
        ])
    func `are those of the real xdg-open`(desktop: String, rules: AssociationRules) throws {
        let row = AssociationCase(
            "",
            [
                "U/one.desktop": "APP", "U/two.desktop": "APP",
                "U/mimeinfo.cache": "[MIME Cache]\nx-scheme-handler/notes=one.desktop;",
                "C/mimeapps.list": "[Added Associations]\nx-scheme-handler/notes=two.desktop;",
            ], environment: ["XDG_CURRENT_DESKTOP": desktop], gio: "two", xdgMime: "one")
        let home = try row.plant()
        let expected = rules == .gio ? "two" : "one"
        #expect(AssociationRules(environment: home.environment) == rules)
        #expect(try home.handler()?.name == expected)
        // gio does not wait for what it starts: the FIFO does.
        let opening = #"mkfifo "$HOME/started"; timeout 20 cat "$HOME/started" & xdg-open notes:///x; wait"#
        #expect(try home.run(["sh", "-c", opening]).output == "\(expected)\n")
    }

    @Test(arguments: [
        (["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"], AssociationRules.gio),  // xdg-open asks D-Bus for the session manager
        (["XDG_CURRENT_DESKTOP": "KDE"], .kde),
        (["KDE_FULL_SESSION": "true"], .kde),
        (["GNOME_DESKTOP_SESSION_ID": "this-is-deprecated"], .gio),
        (["DESKTOP_SESSION": "xfce"], .gio),
        (["DESKTOP_SESSION": "sway"], .xdgMime),
        (["XDG_CURRENT_DESKTOP": "X-Generic", "DESKTOP_SESSION": "gnome"], .xdgMime),  // said outright
        (["XDG_CURRENT_DESKTOP": "GNOME", "PATH": "/nonexistent"], .xdgMime),  // there is no gio to hand over to
    ])
    func `are known by the session's variables`(environment: [String: String], rules: AssociationRules) throws {
        let home = try Home()
        try home.script("bin/gio", "exit 0")
        let path = ["PATH": "\(home.path)/bin"]
        #expect(AssociationRules(environment: path.merging(environment) { $1 }) == rules)
    }
}

import Testing
import XCallbackURL

@testable import DesktopEntries

/// `xcallback uninstall`: everything is as it was.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct UninstallationTests {
    private static let defaults = InstallationTests.defaults
    private let home: Home

    init() throws { home = try Home() }

    @Test func `leaves no file in a new home`() throws {
        let executable = try home.programs()
        let before = try home.everything()
        _ = try home.install("notes", "mine", executable: executable)
        let report = try home.uninstall()
        #expect(!report.failed)
        #expect(try home.everything() == before)
    }

    @Test(arguments: [false, true])
    func `removes the entry of an earlier version in the menu`(isInstalled: Bool) throws {
        let entry = InstallationTests.entry("feature-my_desk")
        var changes = try InstallationChanges(BaseDirectories(environment: home.environment))
        _ = try changes.write("\(home.path)/\(entry)", "[Desktop Entry]\n")
        try #require(home[entry] != nil)
        _ = try isInstalled ? home.install("notes") : home.uninstall()
        #expect(home[entry] == nil)
    }

    /// The former list, and the list after `uninstall` if that differs.
    @Test(arguments: [
        (nil, nil),
        ("", nil), ("\n\n", nil), ("[Default Applications]\n", nil),  // a list without a line is removed
        ("[Default Applications]\ntext/plain=e.desktop", "[Default Applications]\ntext/plain=e.desktop\n"),
        ("[Default Applications]\r\ntext/plain=e.desktop\r\n", "[Default Applications]\r\ntext/plain=e.desktop\r\n"),
        (
            "[Added Associations]\na/b=c.desktop;\n\n# a comment\n",
            "[Added Associations]\na/b=c.desktop;\n\n# a comment\n"
        ),
        (
            "[Default Applications]\nx-scheme-handler/notes = notes-app.desktop;gone.desktop;\n[Removed Associations]\n",
            "[Default Applications]\nx-scheme-handler/notes=notes-app.desktop;gone.desktop\n[Removed Associations]\n"
        ),
    ])
    func `gives the former program back, and keeps all other lines`(former: String?, after: String?) throws {
        try home.app("notes-app", opening: "notes")
        if let former { try home.write(Self.defaults, former) }
        let opener = try home.opener(of: "notes")
        _ = try home.install("notes", "mine", force: true)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
        _ = try home.uninstall()
        #expect(home[Self.defaults] == after)
        #expect(try home.opener(of: "notes") == opener)
        #expect(try home.opener(of: "mine") == nil)
    }

    @Test func `the list of a desktop that is not in use gets its program back too`() throws {
        let former = try home.notesApp(in: ".config/kde-mimeapps.list")
        let inKDE = home.environment.merging(["XDG_CURRENT_DESKTOP": "KDE"]) { $1 }
        let entry = SchemeEntry(scheme: try #require(Scheme("notes")), name: "notes")
        _ = try Installation.install(
            schemes: [entry], executable: home.programs(), environment: inKDE, force: { _ in true })
        #expect(home[".config/kde-mimeapps.list"]?.contains("=xcallback-notes.desktop") == true)
        _ = try home.uninstall()
        #expect(home[".config/kde-mimeapps.list"] == former)
    }

    @Test func `puts it back after several installations, with more schemes and fewer`() throws {
        let former = try home.notesApp()
        let before = try home.everything().filter { !$0.key.hasSuffix("mimeinfo.cache") }
        let executable = try home.programs()
        _ = try home.install("notes", executable: executable, force: true)
        _ = try home.install("a", "notes", "b", executable: executable)
        #expect(try home.opener(of: "b") == "xcallback-b.desktop")
        _ = try home.install("a", executable: executable)
        #expect(try home.opener(of: "notes") == "notes-app.desktop")
        #expect(try home.opener(of: "b") == nil)
        _ = try home.uninstall()
        #expect(home[Self.defaults] == former)
        let after = try home.everything()
        for (name, text) in before { #expect(after[name] == text, "\(name)") }
        #expect(after.keys.filter { $0.contains("xcallback") }.sorted() == ["bin/xcallback", "bin/xcallbackd"])
    }

    @Test func `keeps what others changed in mimeapps.list meanwhile`() throws {
        _ = try home.notesApp()
        try home.app("other", opening: "b")
        _ = try home.install("notes", "a", "b", force: true)
        #expect(try home.run(["xdg-mime", "default", "other.desktop", "x-scheme-handler/b", "text/plain"]).status == 0)
        _ = try home.install("notes", "a", "b")
        #expect(try home.opener(of: "b") == "other.desktop")
        _ = try home.uninstall()
        #expect(
            home[Self.defaults] == """
                [Default Applications]
                x-scheme-handler/notes=notes-app.desktop
                x-scheme-handler/b=other.desktop
                text/plain=other.desktop

                """)
    }

    @Test func `takes us out when the record was lost in between`() throws {
        _ = try home.install("notes")
        _ = try home.run(["rm", "\(home.path)/.local/state/xcallbackd/former-defaults"])
        _ = try home.install("notes")
        _ = try home.uninstall()
        #expect(try !home.everything().contains { $0.key.hasSuffix("mimeapps.list") || $0.key.contains("xcallback-") })
    }

    @Test func `an installation that was interrupted after any file can be undone`() throws {
        let executable = try home.programs()
        let unit = ".config/systemd/user/xcallbackd.service"
        try home.write(unit, "mine")
        try home.write(Self.defaults, "[Default Applications]\nx-scheme-handler/notes=gone.desktop\n")
        let before = try home.everything()
        let base = try BaseDirectories(environment: home.environment)
        let texts = ["xcallback-notes.desktop": "entry", "xcallbackd.service": "unit"]
        for isRenamedOnly in [false, true] {
            var changes = try InstallationChanges(base)
            if isRenamedOnly {
                try changes.setAside("\(home.path)/\(unit)")
            } else {
                for (name, text) in texts {
                    let folder = name.hasSuffix(".service") ? base.userUnits : base.applications
                    _ = try changes.write("\(folder)/\(name)", text)
                }
                _ = try changes.setDefaults([#require(Scheme("notes"))])
            }
            // The rest of the installation does not happen.
            _ = try home.uninstall()
            #expect(try home.everything() == before)
        }
        // Nor does it matter that the next installation begins with such a state.
        var changes = try InstallationChanges(base)
        try changes.setAside("\(home.path)/\(unit)")
        _ = try home.install("notes", executable: executable)
        #expect(home["\(unit).before-xcallback~"] == "mine")
        _ = try home.uninstall()
        #expect(try home.everything() == before)
    }

    @Test func `says when nothing is installed`() throws {
        let report = try home.uninstall()
        #expect(
            report.lines.map(\.description) == [
                "skipped: nothing is installed: there is no \(home.path)/.local/state/xcallbackd/former-defaults"
            ])
    }
}

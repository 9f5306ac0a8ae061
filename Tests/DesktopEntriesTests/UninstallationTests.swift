import Testing

@testable import DesktopEntries

/// `xcallback uninstall`: everything is as it was.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct UninstallationTests {
    private static let defaults = InstallationTests.defaults

    @Test func `leaves no file in a new home`() throws {
        let home = try Home()
        let executable = try home.programs()
        let before = try home.everything()
        _ = try home.install("notes", "mine", executable: executable)
        let report = try home.uninstall()
        #expect(!report.failed)
        #expect(try home.everything() == before)
    }

    @Test(arguments: [false, true])
    func `removes the entry of an earlier version in the menu, and names its scripts`(isInstalled: Bool) throws {
        let home = try Home()
        let entry = InstallationTests.entry("feature-my_desk")
        var changes = try InstallationChanges(BaseDirectories(environment: home.environment))
        var former = InstallationReport()
        _ = try changes.write("\(home.path)/\(entry)", "[Desktop Entry]\n", report: &former)
        let scripts = ".local/share/vicinae/scripts"
        try home.write(
            "\(scripts)/xcallback-t.say.sh",
            "#!/bin/sh\n# Written by 'xcallback page --script-commands', which replaces this file.\n")
        try home.write("\(scripts)/xcallback-own.sh", "#!/bin/sh\n")
        try #require(home[entry] != nil)
        let report = try isInstalled ? home.install("notes") : home.uninstall()
        #expect(home[entry] == nil)
        let script = "\(home.path)/\(scripts)/xcallback-t.say.sh, a script of an earlier version, which nothing renews"
        #expect(report.lines.map(\.text).filter { $0.contains("/scripts/") } == [script])
    }

    @Test(arguments: [
        nil,  // no file
        "",  // an empty one
        "\n\n",
        "[Default Applications]\ntext/plain=e.desktop",  // no newline at the end
        "[Default Applications]\r\ntext/plain=e.desktop\r\n",
        "[Added Associations]\na/b=c.desktop;\n\n\n# a comment\n",  // xdg-mime moves blank lines
        "[Default Applications]\n\nx-scheme-handler/notes=notes-app.desktop;gone.desktop\n\n[Removed Associations]\n",
        "[Default Applications]\nx-scheme-handler/notes=notes-app.desktop\nx-scheme-handler/notes=gone.desktop\n",
    ])
    func `puts mimeapps.list back byte for byte`(former: String?) throws {
        let home = try Home()
        try home.app("notes-app", opening: "notes")
        if let former { try home.write(Self.defaults, former) }
        let opener = try home.opener(of: "notes")
        _ = try home.install("notes", "mine", force: true)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
        _ = try home.uninstall()
        #expect(home[Self.defaults] == former)
        #expect(try home.opener(of: "notes") == opener)
        #expect(try home.opener(of: "mine") == nil)
    }

    @Test func `puts it back after several installations, with more schemes and fewer`() throws {
        let home = try Home()
        try home.app("notes-app", opening: "notes")
        let former = "[Default Applications]\nx-scheme-handler/notes=notes-app.desktop"
        try home.write(Self.defaults, former)
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
        let home = try Home()
        try home.app("notes-app", opening: "notes")
        try home.app("other", opening: "b")
        try home.write(Self.defaults, "[Default Applications]\nx-scheme-handler/notes=notes-app.desktop\n")
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
        let home = try Home()
        _ = try home.install("notes")
        try home.write(".local/state/xcallbackd/former-defaults", "")
        _ = try home.run(["rm", "\(home.path)/.local/state/xcallbackd/former-defaults"])
        _ = try home.install("notes")
        _ = try home.uninstall()
        #expect(home[Self.defaults]?.contains("xcallback") != true)
    }

    @Test func `leaves a file of ours that was edited, and says so`() throws {
        let home = try Home()
        _ = try home.install("notes")
        try home.write(".config/systemd/user/xcallbackd.service", "[Service]\nExecStart=/bin/true\n")
        let report = try home.uninstall()
        let kept = "\(home.path)/.config/systemd/user/xcallbackd.service"
        #expect(report.lines.contains { $0.description == "skipped: \(kept): it was changed since it was installed" })
        #expect(home[".config/systemd/user/xcallbackd.service"] == "[Service]\nExecStart=/bin/true\n")
    }

    @Test func `says when nothing is installed`() throws {
        let home = try Home()
        let report = try home.uninstall()
        #expect(
            report.lines.map(\.description) == [
                "skipped: nothing is installed: there is no \(home.path)/.local/state/xcallbackd/former-defaults"
            ])
    }
}

import Testing

@testable import DesktopEntries

/// `xcallback install --dry-run`: it lists what an installation would do.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct RehearsalTests {
    @Test func `changes nothing, and lists each step of the installation that follows`() throws {
        let home = try Home()
        try home.script("bin/systemctl", "exit 0")
        _ = try home.notesApp()
        let source = try home.build()
        let before = try home.everything()
        let rehearsed = try home.install("notes", "mine", executable: source, force: true, isRehearsal: true)
        #expect(try home.everything() == before)
        #expect(!rehearsed.failed && !rehearsed.lines.contains { $0.verdict == .done })
        #expect(rehearsed.texts(.planned).first == "copy \(source) to \(home.path)/.local/bin/xcallback")
        #expect(
            rehearsed.texts(.planned).contains("open notes links with xcallback, previously with notes-app.desktop"))
        #expect(rehearsed.texts(.planned).last == "enable \(UserUnitTests.sockets)")

        let report = try home.install("notes", "mine", executable: source, force: true)
        // The last word of a step is the file, or the program.
        let object = { (line: InstallationReport.Line) in line.text.split(separator: " ").last }
        #expect(rehearsed.lines.map(object) == report.lines.map(object))
        #expect(report.texts(.planned).isEmpty)
    }

    @Test func `lists what a second installation replaces and removes, and what it would fail at`() throws {
        let home = try Home()
        let source = try home.build()
        _ = try home.install("notes", "mine", executable: source)
        try home.script("bin/systemctl", "exit 1")
        let before = try home.everything()
        let rehearsed = try home.install("mine", executable: source, isRehearsal: true)
        #expect(try home.everything() == before)
        #expect(rehearsed.texts(.planned).first?.hasSuffix("/.local/bin/xcallback, replacing an older copy") == true)
        #expect(
            rehearsed.texts(.planned).contains("remove \(home.path)/.local/share/applications/xcallback-notes.desktop"))
        #expect(rehearsed.lines.last?.text.contains("no user manager; start the daemon yourself") == true)
    }

    @Test func `promises no default where the list cannot be written`() throws {
        let home = try Home()
        try home.link(InstallationTests.defaults, to: "/proc/sys/kernel/ostype")
        let rehearsed = try home.install("notes", isRehearsal: true)
        #expect(rehearsed.failed && !rehearsed.texts(.planned).contains { $0.hasPrefix("open notes links") })
        #expect(
            rehearsed.texts(.couldNot).first?.hasSuffix(
                "in the [Default Applications] there, add x-scheme-handler/notes=xcallback-notes.desktop") == true)
    }
}

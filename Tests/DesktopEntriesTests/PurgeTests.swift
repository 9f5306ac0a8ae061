import Testing
import UnixSystem

@testable import DesktopEntries

/// `xcallback uninstall --purge`, and what it leaves without.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct PurgeTests {
    private let home: Home
    private let before: [String: String]

    init() throws {
        home = try Home()
        _ = try home.programs()
        before = try home.everything().filter { $0.key != "run/xcallbackd" }
        _ = try home.install("notes", executable: "\(home.path)/bin/xcallback")
        try home.write(".config/xcallbackd/routes.d/notes.yaml", "schemes: [notes]\n")
        try home.write(".local/state/xcallbackd/journal.sqlite", "rows")
        try home.write(".local/state/xcallbackd/.hidden", "")
        try home.write("run/xcallbackd/control.sock", "")
    }

    private func purge(isServing: Bool = false) throws -> InstallationReport {
        var report = try home.uninstall()
        try Installation.purge(environment: home.environment, isServing: { isServing }, report: &report)
        return report
    }

    @Test func `uninstall names what it leaves`() throws {
        var report = try home.uninstall()
        try Installation.listLeftovers(environment: home.environment, report: &report)
        let hint = "'xcallback uninstall --purge' removes it"
        #expect(
            report.lines.suffix(3).map(\.description) == [
                "left: \(home.path)/.config/xcallbackd, your routes and settings: \(hint)",
                "left: \(home.path)/.local/state/xcallbackd, the journal, and what you allowed: \(hint)",
                "left: \(home.path)/run/xcallbackd, the sockets: \(hint)",
            ])
        #expect(home[".config/xcallbackd/routes.d/notes.yaml"] != nil)
    }

    @Test func `a purge leaves nothing of ours`() throws {
        #expect(try !purge().failed)
        let left = try home.everything().filter { before[$0.key] == nil }
        // These were made for the user's own files, not by the installation.
        #expect(left.keys.sorted() == [".config", ".local", ".local/share", ".local/state"].filter { left[$0] != nil })
    }

    @Test func `a purge removes nothing while a daemon runs`() throws {
        let report = try purge(isServing: true)
        #expect(report.failed)
        #expect(report.lines.last?.description.contains("a daemon still runs; stop it") == true)
        #expect(home[".local/state/xcallbackd/journal.sqlite"] == "rows")
    }

    @Test func `a purge removes a link in the place of a folder, not the folder that it names`() throws {
        try home.write("dotfiles/config.yaml", "mine")
        try Directory.removeAll("\(home.path)/.config/xcallbackd")
        try home.link(".config/xcallbackd", to: "\(home.path)/dotfiles")
        try home.link(".local/state/xcallbackd/link", to: "\(home.path)/dotfiles")
        #expect(try !purge().failed)
        #expect(!Directory.exists("\(home.path)/.config/xcallbackd"))
        #expect(home["dotfiles/config.yaml"] == "mine")
    }
}

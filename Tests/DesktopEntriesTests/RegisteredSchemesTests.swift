import Testing

@testable import DesktopEntries

/// Which of our schemes another app has taken.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct RegisteredSchemesTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.app("notes-app", opening: "notes")
        _ = try home.install("notes", "mine", force: true)
    }

    /// The losses as text; nil while an installation runs.
    private func losses() throws -> [String]? {
        try RegisteredSchemes(environment: home.environment).losses()?.map {
            "\($0.scheme) \($0.handler.identifier) \($0.handler.reason)"
        }
    }

    private func take(_ file: String = ".config/mimeapps.list") throws {
        try home.write(file, "[Default Applications]\nx-scheme-handler/notes=notes-app.desktop\n")
    }

    @Test func `nothing is lost after an installation, nor without one`() throws {
        #expect(try losses() == [])
        #expect(try RegisteredSchemes(environment: Home().environment).losses() == [])
    }

    @Test func `a scheme whose default is another app is lost, with the line that decides`() throws {
        try take()
        #expect(
            try losses() == ["notes notes-app.desktop the default in \(home.path)/.config/mimeapps.list:2"])
    }

    @Test func `what the user gave back is not lost`() throws {
        var report = InstallationReport()
        var changes = try InstallationChanges(BaseDirectories(environment: home.environment))
        // In the middle of 'uninstall': the record is still there.
        try changes.undo(report: &report)
        #expect(try home.opener(of: "notes") == "notes-app.desktop")
        #expect(try losses() == [])
        try changes.forget()
        #expect(try losses() == [])
    }

    @Test func `nothing is known in the middle of an installation`() throws {
        var changes = try InstallationChanges(BaseDirectories(environment: home.environment))
        _ = try changes.begin()
        #expect(try home.opener(of: "notes") == "notes-app.desktop")
        #expect(try losses() == nil)
    }

    @Test func `an installation without force leaves a lost scheme, which is ours no more`() throws {
        try take()
        _ = try home.install("notes", "mine")
        #expect(try home.opener(of: "notes") == "notes-app.desktop")
        #expect(try losses() == [])
    }

    @Test func `the files are those in which a default can be taken, and the record`() throws {
        let environment = home.environment.merging(["XDG_CURRENT_DESKTOP": "GNOME"]) { $1 }
        let files = try RegisteredSchemes(environment: environment).files
        #expect(
            files.map { $0.dropFirst(home.path.count + 1) } == [
                ".config/gnome-mimeapps.list", ".config/mimeapps.list",
                ".local/share/applications/gnome-mimeapps.list", ".local/share/applications/mimeapps.list",
                ".local/state/xcallbackd/former-defaults",
            ])
    }
}

import DesktopEntries
import TestSupport
import Testing

/// The manual pages, completions and schemas that `install` writes.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(1)))
struct SupportFileTests {
    private static let page = ".local/share/man/man1/xcallback.1"

    private func install(_ home: Home) throws -> InstallationReport {
        try Installation.install(
            schemes: [], executable: home.programs(),
            support: [SupportFile(place: "man/man1/xcallback.1", text: "page\n")], environment: home.environment,
            force: false)
    }

    @Test func `a page is written, and removed with its folders`() throws {
        let home = try Home()
        let report = try install(home)
        #expect(home[Self.page] == "page\n")
        #expect(report.lines.contains { $0.text.contains("\(home.path)/\(Self.page)") })
        _ = try home.uninstall()
        let left = try home.everything().keys.filter { $0.contains("/man") }
        #expect(left.isEmpty)
    }

    @Test func `a page of a package takes the place of ours`() throws {
        let home = try Home()
        _ = try install(home)
        try home.write("share/man/man1/xcallback.1.gz", "compressed")
        let report = try install(home)
        #expect(home[Self.page] == nil)
        #expect(report.lines.contains { $0.verdict == .skipped && $0.text.contains("xcallback.1.gz") })
    }

    @Test func `a page that was changed since stays`() throws {
        let home = try Home()
        _ = try install(home)
        try home.write(Self.page, "mine\n")
        _ = try home.uninstall()
        #expect(home[Self.page] == "mine\n")
    }

    @Test func `a page that cannot be written fails nothing`() throws {
        let home = try Home()
        try home.write(".local/share/man", "in the way")
        let report = try install(home)
        #expect(report.lines.contains { $0.verdict == .couldNot && $0.text.contains("xcallback.1") })
        #expect(home[".local/share/man"] == "in the way")
    }
}

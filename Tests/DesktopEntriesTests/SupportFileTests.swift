import DesktopEntries
import Foundation
import Testing

/// The manual pages, completions and schemas that `install` writes.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct SupportFileTests {
    private static let page = ".local/share/man/man1/xcallback.1"
    private let home: Home

    init() throws { home = try Home() }

    private static let manual = [SupportFile(place: "man/man1/xcallback.1", text: "page\n")]

    private func install(_ support: [SupportFile] = Self.manual, in home: Home? = nil) throws -> InstallationReport {
        let home = home ?? self.home
        return try Installation.install(
            schemes: [], executable: home.programs(), support: support, environment: home.environment)
    }

    @Test func `a page is written, and removed with its folders`() throws {
        let report = try install()
        #expect(home[Self.page] == "page\n")
        #expect(report.lines.contains { $0.text.contains("\(home.path)/\(Self.page)") })
        _ = try home.uninstall()
        let left = try home.everything().keys.filter { $0.contains("/man") }
        #expect(left.isEmpty)
    }

    @Test func `a page of a package takes the place of ours`() throws {
        _ = try install()
        try home.write("share/man/man1/xcallback.1.gz", "compressed")
        let report = try install()
        #expect(home[Self.page] == nil)
        #expect(report.lines.contains { $0.verdict == .packaged && $0.text.contains("xcallback.1.gz") })
    }

    @Test func `a page that was changed since stays`() throws {
        _ = try install()
        try home.write(Self.page, "mine\n")
        _ = try home.uninstall()
        #expect(home[Self.page] == "mine\n")
    }

    @Test func `a desktop does not look for the icon in an older cache`() throws {
        let theme = "\(home.path)/.local/share/icons/hicolor"
        try FileManager.default.createDirectory(atPath: "\(theme)/scalable/apps", withIntermediateDirectories: true)
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: theme)
        _ = try install([.icon])
        #expect(home[".local/share/icons/hicolor/scalable/apps/xcallback.svg"] == SupportFile.icon.text)
        let attributes = try FileManager.default.attributesOfItem(atPath: theme)
        #expect(try #require(attributes[.modificationDate] as? Date) > old)
    }

    @Test func `a page that cannot be written fails nothing`() throws {
        try home.write(".local/share/man", "in the way")
        let report = try install()
        #expect(report.lines.contains { $0.verdict == .couldNot && $0.text.contains("xcallback.1") })
        #expect(home[".local/share/man"] == "in the way")
    }
}

import Foundation
import Testing
import UnixSystem
import XCallbackURL

@testable import DesktopEntries

/// The .desktop file of a scheme, whatever its feature is called.
struct SchemeEntryTests {
    private static func entry(_ name: String, _ comment: String? = nil) throws -> SchemeEntry {
        try SchemeEntry(scheme: #require(Scheme("notes")), name: name, comment: comment)
    }

    static let texts = [
        ("Notes", "Notes"),
        ("Notes\nExec=/bin/sh -c id\n[Desktop Action x]", "Notes Exec=/bin/sh -c id [Desktop Action x]"),
        ("\t Notes \r\n", "Notes"),
        (#"C:\notes \n %u %c \\"#, #"C:\notes \n %u %c \\"#),
        ("a\u{202E}bc\u{200B}d\u{2028}e\u{0}f\u{1B}[0m", "a bc d e f [0m"),  // other orders, invisible, an escape
        ("été 🙂; a=b # c", "été 🙂; a=b # c"),
        (String(repeating: "é", count: 300), String(repeating: "é", count: 200)),
        (" \n\u{202E}", "xcallback (notes)"),  // nothing to see
    ]

    @Test(DesktopTools.validate, DesktopTools.database, DesktopTools.mime, .timeLimit(.minutes(5)), arguments: texts)
    func `a name is one line, as the desktop's own parsers read it`(given: String, shown: String) throws {
        let home = try Home()
        _ = try home.install([Self.entry(given, "\(given)!")])
        let file = "\(home.path)/\(InstallationTests.entry("notes"))"
        let check = try home.run(["desktop-file-validate", file])
        #expect(check.status == 0 && check.output.isEmpty && check.errors.isEmpty, "\(check.output)\(check.errors)")
        let handler = try home.handler(.gio)
        #expect(handler?.name == shown)
        #expect(handler?.command?.arguments(opening: "notes:x").last == "notes:x")
        #expect(handler?.command?.program == "\(home.path)/bin/xcallback")
    }

    @Test(arguments: texts) func `prints a line that it reads`(given: String, shown: String) throws {
        for entry in [try Self.entry(given, given), try Self.entry(given)] {
            #expect(!entry.description.contains("\n") && entry.name == shown)
            #expect(SchemeEntry(entry.description) == entry)
        }
    }

    @Test(arguments: ["", "notes", "7up\tNotes", "notes\t"])
    func `no other line is one`(line: String) { #expect(SchemeEntry(line) == nil) }

    /// Only with this line do all launchers agree: if it is missing, KDE's (kprocessrunner.cpp) asks for a token and GLib's
    /// (gdesktopappinfo.c), which Firefox and the portal use, does not.
    @Test func `a window that may follow is announced`() throws {
        let path = try ExecutablePath(future: "/opt/xcallback")
        let text = DesktopEntry.text(try Self.entry("Notes"), executable: path)
        #expect(text.contains("\nStartupNotify=true\n"))
        #expect(text.contains("\nComment=Routes x-callback-url URLs to commands and apps\n"))
        #expect(text.contains("\nIcon=xcallback\n"))
    }
}

/// An installation after one with other schemes.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct EarlierEntryTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test func `leaves the entry of a scheme that is gone if it was edited`() throws {
        _ = try home.install("notes", "other")
        let path = InstallationTests.entry("other")
        try home.write(path, "[Desktop Entry]\nType=Application\nName=mine\nExec=/bin/true %u\n")
        let report = try home.install("notes")
        #expect(report.says("skipped: \(home.path)/\(path): it was changed since it was installed"))
        #expect(home[path]?.contains("Name=mine") == true)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
    }

    @Test func `is renewed if an earlier version wrote it`() throws {
        let entry = SchemeEntry(scheme: try #require(Scheme("notes")), name: "notes")
        #expect(try !entry.isRegistered(home.handler()))
        _ = try home.install([entry])
        #expect(try entry.isRegistered(home.handler()))
        // As a version wrote it that announced no window, with the digest in its record.
        let (path, record) = (InstallationTests.entry("notes"), ".local/state/xcallbackd/former-defaults")
        let current = try #require(home[path])
        let former = current.replacing("StartupNotify=true", with: "StartupNotify=false")
        try home.write(path, former)
        try home.write(
            record,
            #require(home[record]).replacing(Array(current.utf8).digest, with: Array(former.utf8).digest))
        let report = try home.install([entry])
        #expect(home[path] == current && report.says("done: wrote \(home.path)/\(path)"))
        try home.app("notes-app", opening: "notes")
        _ = try home.run(["xdg-mime", "default", "notes-app.desktop", "x-scheme-handler/notes"])
        #expect(try !entry.isRegistered(home.handler()))
    }

    @Test func `removes the entries of schemes that are gone`() throws {
        _ = try home.install("notes", "other")
        let report = try home.install("notes")
        let path = InstallationTests.entry("other")
        #expect(home[path] == nil && report.lines.contains { $0.text == "removed \(home.path)/\(path)" })
        #expect(home[InstallationTests.entry("notes")] != nil)
        #expect(try home.opener(of: "other") == nil)
    }

    @Test func `leaves out a scheme that is too long for a file's name`() throws {
        let (long, longest) = (String(repeating: "a", count: 173), String(repeating: "a", count: 172))
        let report = try home.install(long, longest)
        #expect(report.says("skipped: \(long): it is too long for the name of a .desktop file"))
        #expect(!report.failed)
        #expect(try home.opener(of: longest) == "xcallback-\(longest).desktop")
    }
}

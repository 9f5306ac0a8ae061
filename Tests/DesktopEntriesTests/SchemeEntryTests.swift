import Foundation
import Testing
import UnixSystem
import XCallbackURL

@testable import DesktopEntries

/// The .desktop file of a scheme, whatever its feature is called.
struct SchemeEntryTests {
    private static func entry(
        _ name: String, _ comment: String? = nil, showsWindow: Bool = true, scheme: String = "notes"
    ) throws -> SchemeEntry {
        try SchemeEntry(scheme: #require(Scheme(scheme)), name: name, comment: comment, showsWindow: showsWindow)
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
        for entry in [try Self.entry(given, given), try Self.entry(given, showsWindow: false)] {
            #expect(!entry.description.contains("\n") && entry.name == shown)
            #expect(SchemeEntry(entry.description) == entry)
        }
    }

    @Test(arguments: ["", "notes", "notes\ttrue", "notes\tyes\tNotes", "7up\ttrue\tNotes", "notes\ttrue\t"])
    func `no other line is one`(line: String) { #expect(SchemeEntry(line) == nil) }

    /// Only by these values do all launchers agree: if the line is missing, KDE's (kprocessrunner.cpp) asks for a token and
    /// shows a busy cursor, and GLib's (gdesktopappinfo.c), which Firefox and the portal use, does not.
    @Test(arguments: [true, false]) func `a window that may follow is announced`(showsWindow: Bool) throws {
        let path = try ExecutablePath(future: "/opt/xcallback")
        let text = DesktopEntry.text(try Self.entry("Notes", showsWindow: showsWindow), executable: path)
        #expect(text.contains("\nStartupNotify=\(showsWindow)\n"))
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

    @Test func `is out of date until the next installation`() throws {
        let scheme = try #require(Scheme("notes"))
        func registration(showsWindow: Bool) throws -> SchemeEntry.Registration {
            SchemeEntry(scheme: scheme, name: "notes", showsWindow: showsWindow)
                .registration(try home.handler())
        }
        #expect(try registration(showsWindow: true) == .missing)
        _ = try home.install([SchemeEntry(scheme: scheme, name: "notes", showsWindow: false)])
        #expect(try registration(showsWindow: true) == .outdated)
        _ = try home.install([SchemeEntry(scheme: scheme, name: "notes", showsWindow: true)])
        #expect(try registration(showsWindow: true) == .current)
        #expect(try registration(showsWindow: false) == .outdated)
        try home.app("notes-app", opening: "notes")
        _ = try home.run(["xdg-mime", "default", "notes-app.desktop", "x-scheme-handler/notes"])
        #expect(try registration(showsWindow: true) == .missing)
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

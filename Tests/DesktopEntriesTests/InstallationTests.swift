import Foundation
import TestSupport
import Testing
import UnixSystem
import XCallbackURL

@testable import DesktopEntries

/// `xcallback install`, with the desktop's real tools in a home of its own.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct InstallationTests {
    static func entry(_ scheme: String) -> String { ".local/share/applications/xcallback-\(scheme).desktop" }
    static let defaults = ".config/mimeapps.list"
    private let home: Home

    init() throws { home = try Home() }

    @Test func `makes us the program for each scheme`() throws {
        let report = try home.install("notes", "git+x.y-z", "notes")
        #expect(!report.failed)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
        #expect(try home.opener(of: "git+x.y-z") == "xcallback-git+x.y-z.desktop")
        for scheme in ["notes", "git+x.y-z"] {
            #expect(
                home[Self.entry(scheme)]
                    == DesktopEntry.template
                    .replacing("/absolute/path/xcallback", with: "\(home.path)/bin/xcallback")
                    .replacing("Name=xcallback", with: "Name=\(scheme)")
                    .replacing("handler/xcallback;", with: "handler/\(scheme);"))
        }
        #expect(
            report.lines.map(\.description).filter { $0.contains("links open with") } == [
                "done: notes: links open with xcallback", "done: git+x.y-z: links open with xcallback",
            ])
        let cache = try #require(home[".local/share/applications/mimeinfo.cache"])
        #expect(cache.contains("x-scheme-handler/notes=xcallback-notes.desktop;"))
    }

    @Test func `leaves a scheme that another program opens, and says whose it is`() throws {
        try home.app("notes-app", opening: "notes", in: "share/applications")
        let report = try home.install("notes", "mine")
        #expect(!report.failed)
        #expect(try home.opener(of: "notes") == "notes-app.desktop")
        #expect(try home.opener(of: "mine") == "xcallback-mine.desktop")
        let line = try #require(report.lines.first { $0.verdict == .skipped })
        #expect(
            line.text == "notes: notes-app.desktop opens its links (declared in "
                + "\(home.path)/share/applications/notes-app.desktop:5); 'xcallback install --force' "
                + "makes xcallback the default")
        // In the user's own cache it would win over the system's, default or not.
        #expect(home[Self.entry("notes")] == nil)
    }

    @Test func `takes it with force, and tells whose it was`() throws {
        _ = try home.notesApp()
        let report = try home.install("notes", force: true)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
        #expect(report.says("done: notes: links open with xcallback, previously with notes-app.desktop"))
        // The second time it is ours already, without force too.
        #expect(try !home.install("notes").lines.contains { $0.verdict == .skipped && $0.text.hasPrefix("notes") })
    }

    @Test(arguments: [
        ("trash", "the file manager"), ("sftp", "the file manager"), ("admin", "the file manager"),
        ("man", "the help viewer"), ("mailto", "your mail program"),
    ])
    func `takes a place of the desktop only with force, and says what stops working`(
        scheme: String, program: String
    ) throws {
        let loss = "\(scheme): with another default, its links no longer open in \(program)"
        let skipped = try home.install(scheme, "notes")
        #expect(
            skipped.lines.first?.description
                == "skipped: \(loss); 'xcallback install --force' makes xcallback the default; for a program of yours, "
                + "remove the routes and run 'xcallback adopt \(scheme) PROGRAM --force'")
        #expect(try home.opener(of: scheme) == nil)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
        let taken = try home.install(scheme, "notes", force: true)
        #expect(taken.texts(.warning) == [loss])
        #expect(try home.opener(of: scheme) == "xcallback-\(scheme).desktop")
        // What is ours stays ours.
        #expect(
            try !home.install(scheme, "notes").lines.contains { $0.verdict == .skipped && $0.text.hasPrefix(scheme) })
        #expect(try home.opener(of: scheme) == "xcallback-\(scheme).desktop")
    }

    @Test func `names the app that has a place, too`() throws {
        try home.app("mailer", opening: "mailto", in: "share/applications")
        let line = try #require(home.install("mailto").lines.first { $0.verdict == .skipped })
        #expect(line.text.hasPrefix("mailto: mailer.desktop opens its links (declared in "))
        #expect(line.text.contains("); with another default, its links no longer open in your mail program; "))
    }

    @Test func `force overrides the file of the desktop in use`() throws {
        let home = try Home(more: ["XDG_CURRENT_DESKTOP": "sway"])
        let former = try home.notesApp(in: ".config/sway-mimeapps.list")
        #expect(try !home.install("notes", force: true).failed)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
        _ = try home.uninstall()
        #expect(home[".config/sway-mimeapps.list"] == former)
    }

    @Test func `takes a scheme whose program is gone`() throws {
        try home.write(Self.defaults, "[Default Applications]\nx-scheme-handler/notes=gone.desktop\n")
        try home.write("share/applications/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/notes=gone.desktop;\n")
        #expect(try !home.install("notes").failed)
        #expect(try home.opener(of: "notes") == "xcallback-notes.desktop")
    }

    @Test(arguments: ["http", "https"])
    func `never takes web links`(scheme: String) throws {
        let report = try home.install(scheme, force: true)
        #expect(report.lines.first?.description == "skipped: \(scheme): web links stay with the browser")
        #expect(try home.opener(of: scheme) == nil)
    }

    @Test func `keeps a link and permissions`() throws {
        try home.write("dotfiles/apps", "[Added Associations]\na=b.desktop\n")
        try home.write(".config/x", "")
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(home.path)/dotfiles/apps")
        try files.createSymbolicLink(atPath: "\(home.path)/\(Self.defaults)", withDestinationPath: "../dotfiles/apps")
        _ = try home.install("notes")
        #expect(home["dotfiles/apps"]?.contains("notes=xcallback-notes.desktop") == true)
        _ = try home.uninstall()
        #expect(try files.destinationOfSymbolicLink(atPath: "\(home.path)/\(Self.defaults)") == "../dotfiles/apps")
        #expect(home["dotfiles/apps"] == "[Added Associations]\na=b.desktop\n")
        #expect(File.permissions(of: "\(home.path)/dotfiles/apps") == 0o600)
    }

    @Test func `keeps a link into a folder that cannot be written, and says which lines belong there`() throws {
        let home = try Home()
        try home.write(".config/x", "")
        // Not even root can write it.
        let target = "/proc/sys/kernel/ostype"
        try FileManager.default.createSymbolicLink(atPath: "\(home.path)/\(Self.defaults)", withDestinationPath: target)
        for _ in 1...2 {
            let report = try home.install("notes")
            let line = try #require(report.lines.first { $0.text.contains("a link to \(target)") })
            #expect(
                line.text.hasSuffix(
                    "in the [Default Applications] there, add x-scheme-handler/notes=xcallback-notes.desktop"))
            #expect(report.failed && line.verdict == .couldNot)
            #expect(File.destination(ofLink: "\(home.path)/\(Self.defaults)") == target)
        }
        #expect(try !home.uninstall().failed)
    }

    @Test func `the shipped entry and its icon are the compiled-in ones`() throws {
        #expect(try Repository.text("config/xcallback.desktop") == DesktopEntry.template)
        #expect(try Repository.text("config/xcallback.svg") == SupportFile.icon.text)
    }
}

/// An installation on a machine that lacks the desktop's tools.
struct MissingToolsTests {
    @Test func `names the package, and writes what it can`() throws {
        let home = try Home(tools: "/nonexistent")
        let report = try home.install("notes", "mine")
        let missing = report.texts(.couldNot)
        #expect(missing.count == 1 && missing[0].hasSuffix("install the package desktop-file-utils"))
        // Another init may have none, so it is not for us to install.
        #expect(report.lines.last?.description.contains("skipped: enable ") == true)
        for scheme in ["notes", "mine"] {
            #expect(home[InstallationTests.entry(scheme)]?.contains("=x-scheme-handler/\(scheme);\n") == true)
        }
        _ = try home.uninstall()
        #expect(try home.everything().keys.sorted() == ["bin", "bin/xcallback", "bin/xcallbackd", "run"])
    }
}

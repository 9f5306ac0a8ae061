import Foundation
import Glibc
import Testing
import UnixSystem

@testable import DesktopEntries

/// The removal of copied programs that are blocked or that the user has replaced.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct ProgramRemovalTests {
    private static let client = ProgramCopyTests.client
    private static let daemon = ProgramCopyTests.daemon
    private let home: Home

    init() throws { home = try Home() }

    @Test func `uninstall removes the copies and leaves no other file`() throws {
        let source = try home.build()
        let before = try home.everything()
        _ = try home.install("notes", executable: source)
        let report = try home.uninstall()
        #expect(report.says("done: removed \(home.path)/\(Self.daemon)"))
        #expect(try home.everything() == before)
    }

    @Test func `the record has the digest of a program`() throws {
        _ = try home.install("notes", executable: home.build(client: "echo the client"))
        let record = try #require(home[".local/state/xcallbackd/former-defaults"])
        let digest = Array("#!/bin/sh\necho the client\n".utf8).digest
        #expect(record.contains("\nfile \(digest) \(home.path)/\(Self.client)\n"))
    }

    @Test(arguments: [
        (daemon, "written over"), (daemon, "replaced"), (".config/systemd/user/xcallbackd.service", "written over"),
    ])
    func `uninstall leaves a file that somebody has changed, and says so`(file: String, way: String) throws {
        _ = try home.install("notes", executable: home.build())
        // A daemon of this text is as long as before, so that its size does not show the change.
        let text = "#!/bin/sh\necho domeon\n"
        if way == "replaced" { try FileManager.default.removeItem(atPath: "\(home.path)/\(file)") }
        try home.write(file, text)
        let report = try home.uninstall()
        #expect(report.says("skipped: \(home.path)/\(file): it was changed since it was installed"))
        #expect(home[file] == text)
        #expect(home[Self.client] == nil)
    }

    @Test func `replaces a link to another program, leaves that program, and puts the link back`() throws {
        let other = try home.script("other/xcallback", "echo other")
        try home.link(Self.client, to: "../../other/xcallback")
        let source = try home.build()
        let report = try home.install("notes", executable: source)
        #expect(
            report.lines.first?.description
                == "done: copied \(source) to \(home.path)/\(Self.client), replacing a link to ../../other/xcallback")
        // The link is remembered over an upgrade.
        _ = try home.install("notes", executable: source)
        #expect(try home.run([other]).output == "other\n")
        #expect(try home.run(["\(home.path)/\(Self.client)"]).output.isEmpty)
        _ = try home.uninstall()
        #expect(File.destination(ofLink: "\(home.path)/\(Self.client)") == "../../other/xcallback")
        #expect(home["other/xcallback"] == "#!/bin/sh\necho other\n")
    }

    @Test func `replaces a link to the build folder by a copy`() throws {
        let source = try home.build()
        try home.link(Self.client, to: source)
        try home.link(Self.daemon, to: "\(source)d")
        _ = try home.install("notes", executable: source)
        #expect(File.destination(ofLink: "\(home.path)/\(Self.client)") == nil)
        #expect(home[Self.client] == home["source/.build/release/xcallback"])
        #expect(home["source/.build/release/xcallbackd"] == "#!/bin/sh\necho daemon\n")
    }

    @Test(arguments: [
        (".local/bin", "/proc", "No such file or directory"),  // no file can be made there
        (".local/bin/xcallbackd/mine", nil, "Is a directory"),  // a folder in the place of the second program
        (".local/bin", nil, "Not a directory"),  // a file in the place of the folder
    ])
    func `if a program cannot be written nothing is changed`(name: String, link: String?, reason: String) throws {
        let source = try home.build()
        if let link { try home.link(name, to: link) } else { try home.write(name, "mine") }
        let before = try home.everything()
        let error = #expect(throws: SystemCallError.self) { try home.install("notes", executable: source) }
        #expect(error?.description.hasSuffix(": \(reason)") == true, "\(String(describing: error))")
        #expect(try home.everything() == before)
    }

    @Test(.enabled(if: getuid() != 0, "the tests run as root, who may write everywhere: NOT TESTED"))
    func `if the folder is read-only nothing is changed`() throws {
        let source = try home.build()
        try home.write(".local/bin/other", "")
        try #require(chmod("\(home.path)/.local/bin", 0o500) == 0)
        let before = try home.everything()
        let error = #expect(throws: SystemCallError.self) { try home.install("notes", executable: source) }
        #expect(error?.description == "cannot write '\(home.path)/\(Self.client)': Permission denied")
        #expect(try home.everything() == before)
        chmod("\(home.path)/.local/bin", 0o700)
    }
}

import Testing
import UnixSystem

@testable import DesktopEntries

/// Links in the place of files that `xcallback install` writes: their targets are not ours.
@Suite(DesktopTools.mime, DesktopTools.database, .timeLimit(.minutes(5)))
struct OwnFileLinkTests {
    @Test(arguments: [
        InstallationTests.entry("notes"), ".config/systemd/user/xcallbackd.service",
        ".config/systemd/user/xcallbackd-control.socket",
    ])
    func `is replaced, and comes back`(name: String) throws {
        let home = try Home()
        let target = "\(home.path)/somewhere/else"
        try home.write("somewhere/else", "important")
        try home.link(name, to: target)
        let report = try home.install("notes")
        #expect(report.says("done: wrote \(home.path)/\(name), replacing a link to \(target)"))
        #expect(File.destination(ofLink: "\(home.path)/\(name)") == nil)
        #expect(home["somewhere/else"] == "important")
        _ = try home.install("notes")
        _ = try home.uninstall()
        #expect(File.destination(ofLink: "\(home.path)/\(name)") == target)
        #expect(home["somewhere/else"] == "important")
    }

    @Test func `a link that was put in the place of the record is replaced`() throws {
        let home = try Home()
        try home.link(".local/state/xcallbackd/former-defaults", to: "\(home.path)/nothing")
        _ = try home.install("notes")
        #expect(home["nothing"] == nil)
        #expect(File.destination(ofLink: "\(home.path)/.local/state/xcallbackd/former-defaults") == nil)
    }

    @Test func `a mimeapps.list that leads to a device is an error`() throws {
        let home = try Home()
        try home.link(InstallationTests.defaults, to: "/dev/null")
        let error = #expect(throws: SystemCallError.self) { try home.install("notes") }
        #expect(error?.description == "cannot read '\(home.path)/.config/mimeapps.list': Invalid argument")
    }
}

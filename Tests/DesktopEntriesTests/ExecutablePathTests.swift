import Testing

@testable import DesktopEntries

/// Paths that the Exec line of a .desktop file can hold.
struct ExecutablePathTests {
    @Test(arguments: [
        ("bin/xcallback", "it must be an absolute path"),
        ("", "it must be an absolute path"),
        ("/my programs/xcallback", "it has a space, at which xdg-open splits an Exec line, quoted or not"),
        ("/a\tb", "it has a blank or control character, which xdg-open cannot start"),
        ("/a\nExec=/bin/sh", "it has a blank or control character, which xdg-open cannot start"),
        ("/a\u{a0}b", "it has a blank or control character, which xdg-open cannot start"),
        ("/100%u", "it has '%', which xdg-open or systemd would not take literally"),
        ("/a\"b", "it has '\"', which xdg-open or systemd would not take literally"),
        ("/kim's", "it has ''', which xdg-open or systemd would not take literally"),
        ("/a\\b", "it has '\\', which xdg-open or systemd would not take literally"),
        ("/$HOME", "it has '$', which xdg-open or systemd would not take literally"),
        ("/*", "it has '*', which xdg-open or systemd would not take literally"),
    ])
    func `refuses what xdg-open would break, and says why`(path: String, reason: String) {
        let error = #expect(throws: InstallationError.self) { try ExecutablePath(path) }
        #expect(error?.description == "cannot install '\(path)': \(reason)")
    }

    @Test func `refuses what is not there`() {
        let error = #expect(throws: InstallationError.self) { try ExecutablePath("/nonexistent/xcallback") }
        #expect(error?.description == "cannot install '/nonexistent/xcallback': there is no such program")
    }

    @Test func `takes an absolute path, letters beyond ASCII too`() throws {
        let home = try Home()
        let path = try home.script("Jörg-1.0_x+y@z,a:b/xcallback", "exit 0")
        #expect(try ExecutablePath(path).text == path)
    }

    @Test func `a refused path writes nothing`() throws {
        let home = try Home(folder: "my programs")
        let path = try home.script("my programs/xcallback", "exit 0")
        let before = try home.everything()
        #expect(throws: InstallationError.self) { try home.install("notes", executable: path) }
        #expect(try home.everything() == before)
    }
}

import Testing

@testable import DesktopEntries

/// Paths that the Exec line of a .desktop file can hold.
struct ExecutablePathTests {
    @Test(arguments: [
        ("bin/xcallback", "the path must be absolute"),
        ("", "the path must be absolute"),
        ("/my programs/xcallback", "the path has a space, and xdg-open splits an Exec line there, quoted or not"),
        ("/a\tb", "the path has a blank or control character, and xdg-open cannot start such a program"),
        ("/a\nExec=/bin/sh", "the path has a blank or control character, and xdg-open cannot start such a program"),
        ("/a\u{a0}b", "the path has a blank or control character, and xdg-open cannot start such a program"),
        ("/100%u", "the path has '%', and xdg-open or systemd would not read that character literally"),
        ("/a\"b", "the path has '\"', and xdg-open or systemd would not read that character literally"),
        ("/kim's", "the path has ''', and xdg-open or systemd would not read that character literally"),
        ("/a\\b", "the path has '\\', and xdg-open or systemd would not read that character literally"),
        ("/$HOME", "the path has '$', and xdg-open or systemd would not read that character literally"),
        ("/*", "the path has '*', and xdg-open or systemd would not read that character literally"),
    ])
    func `refuses what xdg-open would break, and says why`(path: String, reason: String) {
        let error = #expect(throws: InstallationError.self) { try ExecutablePath(path) }
        #expect(
            error?.description
                == "cannot install '\(path)': \(reason); move both programs to another folder on PATH, such as /usr/local/bin, and install them from there"
        )
    }

    @Test func `names a program that does not exist`() {
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

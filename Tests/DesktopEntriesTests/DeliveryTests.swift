import Testing
import UnixSystem
import XCallbackURL

@testable import DesktopEntries

/// A URL on its way from the real xdg-open to the installed program.
@Suite(DesktopTools.mime, DesktopTools.open, .timeLimit(.minutes(5)))
struct DeliveryTests {
    @Test(arguments: [
        "notes:///x?y=z",
        "notes://x-callback-url/a?b=c%20d%25&x-success=otherapp%3A%2F%2Fdone",
        "notes:opaque",
        "notes:///$(id)`id`;'\"&*?~{}|<>\\n%u%%f",  // no shell, no field code may see it
        "notes:///é🙂",
    ])
    func `xdg-open hands us the exact URL`(url: String) throws {
        let home = try Home()
        let client = try home.programs(client: #"printf '%s\n' "$@" > "$HOME/got""#)
        _ = try home.install("notes", executable: client)
        let opening = try home.run(["xdg-open", url])
        #expect(opening.status == 0, "\(opening.errors)")
        #expect(home["got"] == "open\n--from\ndesktop\n--\n\(url)\n")
    }

    /// Opens a link by the real xdg-open. Returns the word that the started program writes, or nil.
    private func opened(_ home: Home, _ more: [String: String]) throws -> String? {
        let path = try #require(ProgramSearch.find("xdg-open", in: home.environment))
        _ = try CompletedProcess.run(
            path: path, arguments: ["xdg-open", "notes:x"], environment: home.environment.merging(more) { $1 },
            seconds: 30)
        return home["got"]
    }

    @Test(arguments: ["terminal", "missing"])
    func `xdg-open starts no terminal where doctor says so`(terminal: String) throws {
        let home = try Home()
        try home.app("notes-app", opening: "notes", in: "data/applications")
        try home.script("bin/notes-app", #"echo app > "$HOME/got""#)
        try home.write(
            InstallationTests.defaults, "[Default Applications]\nx-scheme-handler/notes=notes-app.desktop\n")
        let entry = "data/applications/notes-app.desktop"
        try home.write(entry, #require(home[entry]) + "Terminal=true\n")
        try home.script("bin/terminal", #"echo terminal > "$HOME/got""#)
        let more = ["XDG_DATA_HOME": "\(home.path)/data", "TERMINAL": "\(home.path)/bin/\(terminal)"]
        let environment = home.environment.merging(more) { $1 }
        let scheme = try #require(Scheme("notes"))
        let app = try #require(SchemeHandlers(environment: environment).handler(of: scheme))
        let fault = app.terminalFault(opener: ["xdg-open"], environment: environment)
        #expect(try (opened(home, more) == "terminal\n") == (fault == nil))
        #expect(fault != nil || terminal == "terminal")
    }
}

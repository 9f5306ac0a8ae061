import Testing

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
}

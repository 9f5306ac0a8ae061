import Testing

@testable import DesktopEntries

/// The Exec line of a .desktop file, compared with the commands of the real openers.
@Suite(.timeLimit(.minutes(5)))
struct ExecLineTests {
    /// The arguments after the program, and those of xdg-open if it goes by its own rules.
    struct Row: Sendable {
        let line: String
        let gio: [String]?
        let xdgOpen: [String]?

        init(_ line: String, _ gio: [String]?, xdgOpen: [String]? = nil) {
            self.line = line
            self.gio = gio
            self.xdgOpen = xdgOpen ?? gio
        }
    }

    private static let url = "notes:///x?a=b c"
    private static let rows = [
        Row("%u", [url]),
        Row("%U", [url]),
        Row("-- %u --", ["--", url, "--"]),
        // GIO takes a code anywhere, xdg-open as a word.
        Row("--url=%u", ["--url=\(url)"], xdgOpen: ["--url=%u", url]),
        // A URL is no file to GIO.
        Row("%f", [], xdgOpen: [url]),
        Row("-x %F", ["-x"], xdgOpen: ["-x", url]),
        Row("", [], xdgOpen: [url]),
        Row(
            #""a b" 'c "d"' e\ f %u"#, ["a b", "c \"d\"", "e f", url],
            xdgOpen: [#""a"#, #"b""#, "'c", #""d"'"#, "e", "f", url]),
        Row(#""q\"\\\$\x" %u"#, ["q\"\\$\\x", url]),
        Row("''  \"\" %u", ["", "", url], xdgOpen: ["''", "\"\"", url]),
        Row("100%% %u", ["100%", url], xdgOpen: ["100%%", url]),
        Row("%u # said", [url], xdgOpen: [url, "#", "said"]),
        Row("a#b %u", ["a#b", url]),
        Row("$HOME `id` $(id) ~ %u", ["$HOME", "`id`", "$(id)", "~", url]),
        Row("a%mb%z %u", ["ab", url], xdgOpen: ["a%mb%z", url]),
        Row("\"open %u", nil, xdgOpen: ["\"open", url]),
        Row("'open %u", nil, xdgOpen: ["'open", url]),
    ]

    /// A home with an app that has the line, and writes its arguments into `got`: a FIFO, since gio does not wait for it.
    private func home(_ line: String) throws -> Home {
        let home = try Home()
        try home.script("bin/p", #"{ for a; do printf '%s\0' "$a"; done; printf '\0'; } > "$HOME/got""#)
        _ = try home.run(["mkfifo", "\(home.path)/got"])
        try home.write(
            ".local/share/applications/one.desktop",
            "[Desktop Entry]\nType=Application\nName=The App\n"
                + "Exec=\(home.path)/bin/p \(line.replacing("\\", with: "\\\\"))\n")
        try home.write(".config/mimeapps.list", "[Default Applications]\nx-scheme-handler/notes=one.desktop\n")
        return home
    }

    /// The arguments with which an opener started the app.
    private func started(_ home: Home, _ opener: String) throws -> [String] {
        let reading = #"timeout 20 cat "$HOME/got" & $0 "$1"; wait"#
        let said = try home.run(["sh", "-c", reading, opener, Self.url]).output
        return said.split(separator: "\0", omittingEmptySubsequences: false).dropLast(2).map(String.init)
    }

    @Test(DesktopTools.gio, arguments: rows)
    func `is what gio starts`(row: Row) throws {
        let home = try home(row.line)
        let command = try home.handler(.gio)?.command
        #expect(command?.arguments(opening: Self.url) == row.gio.map { ["\(home.path)/bin/p"] + $0 })
        if let gio = row.gio { #expect(try started(home, "gio open") == gio) }
    }

    /// The result of two backslashes there depends on the shell's `echo`.
    @Test(DesktopTools.open, arguments: rows.filter { !$0.line.contains(#"\\"#) })
    func `is what xdg-open starts`(row: Row) throws {
        let home = try home(row.line)
        let command = try home.handler(.xdgMime)?.command
        let expected = try #require(row.xdgOpen)
        #expect(command?.arguments(opening: Self.url) == ["\(home.path)/bin/p"] + expected)
        #expect(try started(home, "xdg-open") == expected)
    }

    @Test(arguments: ["", " ", "''", "# all said"])
    func `needs a program`(line: String) { #expect(ExecLine(line, rules: .gio) == nil) }

    @Test(arguments: [AssociationRules.gio, .xdgMime])
    func `leaves out the name, the icon and the file`(rules: AssociationRules) {
        #expect(ExecLine("p %c %i %k %u", rules: rules)?.arguments(opening: "a:b") == ["p", "a:b"])
    }
}

import Foundation
import Testing
import XCallbackURL

@testable import DesktopEntries

/// The Exec line of a .desktop file, beside the real gio.
@Suite(.timeLimit(.minutes(1)))
struct ExecLineTests {
    private static let lines: [(line: String, arguments: [String]?)] = [
        ("%u", ["notes:///x?a=b c"]),
        ("%U", ["notes:///x?a=b c"]),
        ("--url=%u --", ["--url=notes:///x?a=b c", "--"]),
        (#""a b" 'c "d"' e\ f "#, ["a b", "c \"d\"", "e f"]),
        (#""q\"\\\$\x" %u"#, ["q\"\\$\\x", "notes:///x?a=b c"]),
        ("''  \"\" %u", ["", "", "notes:///x?a=b c"]),
        ("100%% %c %u", ["100%", "The App", "notes:///x?a=b c"]),
        ("%i %u", ["--icon", "the-icon", "notes:///x?a=b c"]),
        ("%u # said", ["notes:///x?a=b c"]),
        ("a#b %u", ["a#b", "notes:///x?a=b c"]),
        ("$HOME `id` $(id) ~ * %u", ["$HOME", "`id`", "$(id)", "~", "*", "notes:///x?a=b c"]),
        ("\"open %u", nil),
        ("'open %u", nil),
        ("%u \\", nil),
    ]

    @Test(arguments: lines)
    func `is taken apart as a shell does, with the codes in place`(line: String, arguments: [String]?) {
        let command = ExecLine("/bin/p \(line)", name: "The App", icon: "the-icon", file: "/f.desktop")
        let expected = arguments.map { ["/bin/p"] + $0 }
        guard let expected, line.contains("%u") || line.contains("%U") else {
            #expect((command == nil) == (arguments == nil))
            return
        }
        #expect(command?.arguments(opening: "notes:///x?a=b c") == expected)
    }

    /// What it starts writes its arguments into a FIFO, since gio does not wait for it.
    @Test(DesktopTools.gio, arguments: lines.filter { $0.arguments != nil && $0.line.lowercased().contains("%u") })
    func `is what gio starts`(line: String, arguments: [String]?) throws {
        let home = try Home()
        try home.script("bin/p", #"for a; do printf '%s\0' "$a"; done > "$HOME/part"; cat "$HOME/part" > "$HOME/got""#)
        _ = try home.run(["mkfifo", "\(home.path)/got"])
        let escaped = line.replacing("\\", with: "\\\\")
        try home.write(
            ".local/share/applications/one.desktop",
            "[Desktop Entry]\nType=Application\nName=The App\nIcon=the-icon\nExec=\(home.path)/bin/p \(escaped)\n")
        try home.write(".config/mimeapps.list", "[Default Applications]\nx-scheme-handler/notes=one.desktop")
        let url = "notes:///x?a=b c"
        #expect(try home.run(["gio", "open", url]).status == 0)
        let said = try home.run(["timeout", "20", "cat", "\(home.path)/got"]).output
        let got = said.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
        #expect(got.map(String.init) == arguments)
        let handler = try SchemeHandlers(environment: home.environment, rules: .gio).handler(
            of: #require(Scheme("notes")))
        #expect(handler?.command?.arguments(opening: url).dropFirst().map { $0 } == arguments)
    }

    @Test(arguments: ["", " ", "''", "# all said"])
    func `needs a program`(line: String) {
        #expect(ExecLine(line, name: "", icon: nil, file: "") == nil)
    }

    @Test func `says nothing of files, icons that are not there, and codes of old`() {
        let command = ExecLine("p %f %F %i a%db%m %k %u", name: "", icon: nil, file: "/f.desktop")
        #expect(command?.arguments(opening: "a:b") == ["p", "ab", "/f.desktop", "a:b"])
    }
}

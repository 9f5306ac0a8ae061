import Testing
import XCallbackURL

@testable import DesktopEntries

/// The editing of mimeapps.list. `D` is the heading of the defaults, and `a` or `b` a key of a scheme.
struct MimeAppsListTests {
    private static func list(_ lines: String) -> MimeAppsList { MimeAppsList(Array(text(lines).utf8)) }

    private static func text(_ lines: String) -> String {
        lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line == "D" ? "[Default Applications]" : line.replacing(/^[ab] ?=/) { "x-scheme-handler/\($0.0)" }
        }.joined(separator: "\n")
    }

    @Test(arguments: [
        ("D\na=us", [:], ""),  // the section is empty then
        ("D\na=us\n", ["a": "x;y"], "D\na=x;y\n"),
        ("D\nz=y\na=us\n", [:], "D\nz=y\n"),
        ("[Added]\nz=y\n\nD\na=us\n", [:], "[Added]\nz=y\n"),  // so is the blank line before the section
        ("D\na = us;x;\n", [:], "D\na=x\n"),  // another program is listed after us now
        ("D\na=us\na=us\nb=us\n", ["b": "x"], "D\nb=x\n"),
        ("D\na=x;us\n", ["a": "y"], "D\na=x;us\n"),  // another program has taken the scheme since
        ("[Added]\na=us\nD\n#a=us\nus=us\n\r\n", [:], "[Added]\na=us\nD\n#a=us\nus=us\n\r\n"),  // no defaults
    ])
    func `takes our entries out and restores the former programs`(
        now: String, formers: [String: String], expected: String
    ) {
        var list = Self.list(now)
        list.giveBack(formers) { _ in "us" }
        #expect(String(decoding: list.bytes, as: UTF8.self) == Self.text(expected))
    }

    @Test(
        arguments: [
            ("", "D\na=us\n", []),
            ("[Added]\nz=y", "[Added]\nz=y\n\nD\na=us\n", []),
            ("D\n# c\nz=y\n\n[Added]\n", "D\n# c\nz=y\na=us\n\n[Added]\n", []),
            ("D\na = x;us;y;\n", "D\na=us\n", ["x", "y"]),
            ("D\na=x\na=y\n", "D\na=us\na=us\n", ["x"]),  // GIO reads the last line, xdg-mime the first
            ("D\na=us;x\n", "D\na=us;x\n", nil),
            ("D\nb=us\n", "D\nb=us\na=us\n", []),
        ] as [(String, String, [String]?)])
    func `makes our entry the default, and returns the programs before it`(
        now: String, expected: String, programs: [String]?
    ) throws {
        var list = Self.list(now)
        #expect(try list.take(#require(Scheme("a")), for: "us", adding: true) == programs)
        #expect(String(decoding: list.bytes, as: UTF8.self) == Self.text(expected))
    }

    @Test func `adds no line to the list of one desktop`() throws {
        var list = Self.list("D\nb=x\n")
        #expect(try list.take(#require(Scheme("a")), for: "us", adding: false) == nil)
        #expect(list == Self.list("D\nb=x\n"))
    }

    @Test func `keeps the defaults of schemes that stay ours`() {
        var list = Self.list("D\na=us\nb=us\n")
        list.giveBack([:], except: ["b"]) { _ in "us" }
        #expect(list == Self.list("D\nb=us\n"))
    }
}

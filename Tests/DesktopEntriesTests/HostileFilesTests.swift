import Foundation
import Glibc
import Testing

@testable import DesktopEntries

/// Unfit files in the place of those that decide: passed over, never waited for.
@Suite(.timeLimit(.minutes(5)))
struct HostileFilesTests {
    private static let places = [
        ".config/mimeapps.list", "xdg/mimeapps.list", ".local/share/applications/mimeapps.list",
        ".local/share/applications/defaults.list", ".local/share/applications/mimeinfo.cache",
        ".local/share/applications/two.desktop", "share/applications/mimeapps.list",
    ]

    /// A program that a system-wide cache names, which is found in spite of all.
    private func home() throws -> Home {
        try AssociationCase(
            "",
            [
                "S/one.desktop": "APP",
                "S/mimeinfo.cache": "[MIME Cache]\nx-scheme-handler/notes=two.desktop;one.desktop;",
                "U/.keep": "", "C/.keep": "", "X/.keep": "",
            ]
        ).plant()
    }

    private func opener(_ home: Home, rules: AssociationRules = .gio) throws -> String? {
        try home.handler(rules)?.identifier
    }

    /// A FIFO without a writer, a file of a terabyte, and links to devices, a directory and nothing.
    @Test(arguments: places, ["a FIFO", "a terabyte", "/dev/zero", "/dev/tty", "/proc/self/mem", "/", "/nonexistent"])
    func `a file that has no end or no bytes`(place: String, file: String) throws {
        let home = try home()
        let path = "\(home.path)/\(place)"
        switch file {
        case "a FIFO": try #require(mkfifo(path, 0o600) == 0)
        case "a terabyte":
            try home.write(place, "")
            try #require(truncate(path, 1 << 40) == 0)
        default: try #require(symlink(file, path) == 0)
        }
        #expect(try opener(home) == "one.desktop")
        _ = try opener(home, rules: .xdgMime)
    }

    @Test(.enabled(if: getuid() != 0, "the tests run as root, who may read everything: NOT TESTED"), arguments: places)
    func `a file that may not be read`(place: String) throws {
        let home = try home()
        try home.write(place, "[Default Applications]\nx-scheme-handler/notes=two.desktop")
        try #require(chmod("\(home.path)/\(place)", 0) == 0)
        #expect(try opener(home) == "one.desktop")
    }

    @Test(arguments: [
        [0xff, 0xfe], [0], [0x1b, 0x5b, 0x32, 0x4a], Array("\u{202E}\u{0085}".utf8),
        Array("x-scheme-handler/notes=".utf8),
        Array(repeating: UInt8(ascii: "["), count: 100_000), Array(repeating: UInt8(ascii: "-"), count: 100_000),
        Array(repeating: UInt8(ascii: ";"), count: 1_000_000), Array(repeating: UInt8(ascii: "\n"), count: 1_000_000),
    ])
    func `a list with odd bytes in an id`(bytes: [UInt8]) throws {
        let home = try home()
        for name in ["mimeapps.list", "two-mimeapps.list"] {
            let list = Array("[Default Applications]\nx-scheme-handler/notes=".utf8) + bytes + Array(".desktop;".utf8)
            try Data(list).write(to: URL(filePath: "\(home.path)/.config/\(name)"))
        }
        #expect(try opener(home) == "one.desktop")
        #expect(try opener(home, rules: .xdgMime) == nil)
    }

    /// Each level links to all others: as many paths as there are atoms.
    @Test func `directories that link to one another`() throws {
        let home = try home()
        for name in ["a", "a-a", "a-a-a", "b", "c"] {
            let directory = "\(home.path)/.local/share/applications/\(name)"
            try #require(mkdir(directory, 0o700) == 0)
            for other in ["a", "a-a", "a-a-a", "b", "c"] {
                try #require(symlink("../\(other)", "\(directory)/\(other)") == 0)
            }
        }
        let identifier = Array(repeating: "a", count: 60).joined(separator: "-")
        try home.write(".config/mimeapps.list", "[Default Applications]\nx-scheme-handler/notes=\(identifier).desktop")
        #expect(try opener(home) == "one.desktop")
        _ = try opener(home, rules: .xdgMime)
    }
}

import Foundation
import TestSupport
import Testing

/// The settings for editors, held against the formatter's and the files.
struct EditorConfigTests {
    private struct Format: Decodable {
        struct Indentation: Decodable { let spaces: Int }

        let lineLength: Int
        let indentation: Indentation
    }

    /// The values of the section for all files.
    private static func values() throws -> [String: String] {
        let sections = try Repository.text(".editorconfig").components(separatedBy: "\n[")
        let section = try #require(sections.first { $0.hasPrefix("*]") })
        return Dictionary(
            section.matches(of: /(?m)^(\w+) = (\S+)$/).map { (String($0.1), String($0.2)) }, uniquingKeysWith: { $1 })
    }

    @Test func `the settings are those of the formatter`() throws {
        let format = try JSONDecoder().decode(Format.self, from: Data(Repository.text(".swift-format").utf8))
        let values = try Self.values()
        #expect(values["max_line_length"] == "\(format.lineLength)")
        #expect(values["indent_size"] == "\(format.indentation.spaces)")
        #expect(values["indent_style"] == "space")
    }

    @Test func `each text file ends its lines as the settings say`() throws {
        let values = try Self.values()
        #expect(values["end_of_line"] == "lf" && values["insert_final_newline"] == "true")
        let folders = [".ci", ".github", "Sources", "Tests", "config", "systemd"]
        let suffixes = [
            ".swift", ".md", ".yaml", ".yml", ".c", ".h", ".py", ".service", ".socket", ".desktop", ".css", ".js",
            ".bash", ".fish", ".zsh",
        ]
        let files = folders.flatMap { folder in suffixes.flatMap { Repository.files(folder, suffix: $0) } }
        #expect(files.count > 1000)
        for file in files {
            let text = try Repository.text(file).utf8
            #expect(text.isEmpty || text.last == UInt8(ascii: "\n"), "\(file)")
            #expect(!text.contains(UInt8(ascii: "\r")), "\(file)")
        }
    }
}

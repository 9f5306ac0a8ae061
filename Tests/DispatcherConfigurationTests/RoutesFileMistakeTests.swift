import DispatcherConfiguration
import TestSupport
import Testing

struct RoutesFileMistakeTests {
    /// Files that a line of text cannot hold.
    static let others: [BadFile] = [
        BadFile("a list", "- a\n", ["1:1: a routes file must be a mapping, not a list"]),
        BadFile(
            "a control character", "schemes: [a]\nsummary: a\u{1}b\nroutes: []\n",
            ["2:11: control characters are not allowed"]),
        BadFile(
            "a very long word", BadFile.route("path: /a\nrun: \(String(repeating: "x", count: 900_000))"),
            ["4:10: 'run' must be a list, not a text; write 'script: |' for a line of a shell, and the line below it"]),
        BadFile(
            "a word that is long only as a list",
            BadFile.route("path: /a\nrun: \"\(String(repeating: "%", count: 77))\""),
            ["4:10: 'run' must be a list, not a text"]),
        BadFile(
            "too long for an argument",
            BadFile.route("path: /a\nscript: \(String(repeating: "a", count: 131_072))"),
            ["4:13: 'script' is longer than 131071 bytes; put the script into a file, and name the file in 'run'"]),
    ]

    @Test(arguments: BadFile.rows("routes.d/notes.yaml") + others)
    func `names every mistake of a file with its place`(file: BadFile) throws {
        let configuration = try Configuration.routes(file.text)
        #expect(configuration.mistakeTexts == file.mistakes)
        #expect(configuration.files.map(\.state) == [.refused])
        #expect(configuration.features.isEmpty)
    }

    @Test(arguments: BadFile.rows(of: "warnings.txt"))
    func `names every warning of a file with its place, and loads the file`(file: BadFile) throws {
        let configuration = try Configuration.routes(file.text)
        #expect(configuration.mistakes.isEmpty && configuration.features.count == 1)
        #expect(configuration.warnings.map(\.description) == file.mistakes)
    }

    @Test func `finds the byte that is not UTF-8`() throws {
        let folder = try TemporaryFolder(configuration: [:])
        try folder.write(Array("schemes: [a]\nsummary: a".utf8) + [0xFF], to: "routes.d/notes.yaml")
        #expect(folder.load().mistakeTexts == ["routes.d/notes.yaml:2:11: the file is not valid UTF-8"])
    }

    @Test func `refuses a file past one mebibyte`() throws {
        let text = "schemes: [a]\nroutes: []\n#" + String(repeating: "x", count: 1 << 20)
        #expect(
            try Configuration.routes(text).mistakeTexts == ["routes.d/notes.yaml:1:1: the file is larger than 1 MiB"])
    }
}

import TestSupport
import Testing

/// The page about the apps, held against the files that the daemon's tests run.
struct AppArticleTests {
    private static let page = "Sources/DispatcherService/DispatcherService.docc/SpeakLikeTheApps.md"
    private static let files = Repository.files("Tests/Apps", suffix: ".yaml")

    private static func samples() throws -> [String] {
        // Outside of a block there is no such line: each block is the text before the next one.
        try Repository.text(page).split(separator: "```text\n").dropFirst().compactMap { part in
            part.split(separator: "```", maxSplits: 1, omittingEmptySubsequences: false).first.map { String($0) }
        }
    }

    @Test func `every sample stands in a file of Tests/Apps`() throws {
        let texts = try Self.files.map { try Repository.text($0) }
        let samples = try Self.samples()
        #expect(samples.count > 10)
        for sample in samples { #expect(texts.contains { $0.contains(sample) }, "\(sample)") }
    }

    @Test(arguments: files)
    func `the page shows a route of the file`(file: String) throws {
        let text = try Repository.text(file)
        #expect(try Self.samples().contains { text.contains($0) && $0.contains("- name: ") })
    }
}

import DispatcherScenarios
import QueryCoding
import Testing

/// Tables of requests and their results, each on a dispatcher with the files of its section. `@NAME` is whether a command has
/// made that file.
@Suite(.timeLimit(.minutes(5)))
struct KeyTests {
    @Test(arguments: CaseSection.all(in: "keys.txt"))
    func `each URL has its result`(section: CaseSection) async throws {
        try await section.check(on: tested.start(section.fixture))
    }

    /// The sections of other tables, without those whose rows other suites read.
    private static let others = ["door", "explain", "foreign", "link-command"]
        .flatMap { CaseSection.all(in: "\($0).txt") }
        .filter { !$0.rows.isEmpty && !["reasons", "secrets"].contains($0.name) }

    /// What reaches the desktop socket, what `explain` and `link` say, and the schemes of other programs.
    @Test(arguments: others)
    func `each request has its result`(section: CaseSection) async throws {
        let harness = try await tested.start(section.fixture)
        try await section.check(on: harness) { { .bool(harness.hasTouched(String($0.dropFirst()))) } }
    }
}

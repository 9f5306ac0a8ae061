import DispatcherScenarios
import QueryCoding
import Testing

/// Tables of requests, their replies and what a dispatcher in this process shows beside them: `@opened` are the URLs that
/// were opened for a row, `@questions` its questions, and `@touched` its files.
@Suite(.timeLimit(.minutes(5)))
struct CaseTests {
    private static let files = [
        "agents", "answers", "characters", "outputs", "parameters", "pauses", "prompts", "records",
    ]

    @Test(arguments: files.flatMap { CaseSection.all(in: "\($0).txt") })
    func `each request has its result`(section: CaseSection) async throws {
        let dispatcher = try await TestDispatcher(section.fixture)
        func texts() -> [String: [String]] {
            [
                "@opened": dispatcher.apps.opened, "@questions": dispatcher.commands.questions,
                "@touched": dispatcher.commands.touched,
            ]
        }
        try await section.check(on: dispatcher) {
            let before = texts()
            return { name in
                let new = texts()[name]?.dropFirst(before[name]?.count ?? 0)
                return new.map { .array($0.map { .string($0) }) }
            }
        }
    }
}

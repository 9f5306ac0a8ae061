import DispatcherScenarios
import QueryCoding
import Testing

/// The method `link`.
struct LinkTests {
    private func start() throws -> RunningDaemon { try RunningDaemon.start(LinkScenarios.fixture) }

    @Test(.timeLimit(.minutes(1)), arguments: LinkScenarios.inputs)
    func `link takes an input as JSON`(input: QueryValue, url: String?) async throws {
        try await LinkScenarios.reads(input, url, on: start())
    }

    @Test(.timeLimit(.minutes(1)), arguments: LinkScenarios.wrongParameters)
    func `link refuses wrong parameters`(parameters: QueryValue) async throws {
        try await LinkScenarios.refusesParameters(parameters, on: start())
    }

    @Test(.timeLimit(.minutes(1)))
    func `link is not available on the desktop socket`() async throws {
        try await LinkScenarios.isClosedToTheDesktop(on: start())
    }

    @Test(.timeLimit(.minutes(1)), arguments: UInt64(0)..<8)
    func `explain reads the input of a link back`(seed: UInt64) async throws {
        try await LinkScenarios.readsItsLinks(seed: seed, on: start())
    }
}

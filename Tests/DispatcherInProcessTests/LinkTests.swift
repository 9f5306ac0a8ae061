import DispatcherScenarios
import QueryCoding
import Testing

/// The method `link`, in this process.
struct LinkTests {
    private func start() async throws -> TestDispatcher { try await TestDispatcher.start(LinkScenarios.fixture) }

    @Test(arguments: LinkScenarios.links)
    func `link writes the URL of a route and its input`(arguments: [String], url: String) async throws {
        try await LinkScenarios.writes(url, for: arguments, on: start())
    }

    @Test(arguments: LinkScenarios.refusals)
    func `link refuses what the route would refuse, and names the field`(
        arguments: [String], message: String
    ) async throws {
        try await LinkScenarios.refuses(arguments, message, on: start())
    }

    @Test(arguments: LinkScenarios.inputs)
    func `link takes an input as JSON`(input: QueryValue, url: String?) async throws {
        try await LinkScenarios.reads(input, url, on: start())
    }

    @Test(arguments: LinkScenarios.wrongParameters)
    func `link refuses wrong parameters`(parameters: QueryValue) async throws {
        try await LinkScenarios.refusesParameters(parameters, on: start())
    }

    @Test
    func `link is not available on the desktop socket`() async throws {
        try await LinkScenarios.isClosedToTheDesktop(on: start())
    }

    @Test(arguments: UInt64(0)..<8)
    func `explain reads the input of a link back`(seed: UInt64) async throws {
        try await LinkScenarios.readsItsLinks(seed: seed, on: start())
    }
}

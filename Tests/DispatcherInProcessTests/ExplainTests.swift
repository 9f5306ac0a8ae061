import DispatcherScenarios
import Testing

/// The reasons of `explain`, in this process.
struct ExplainTests {
    private func start() async throws -> TestDispatcher { try await TestDispatcher.start(ExplainScenarios.fixture) }

    @Test(arguments: ExplainScenarios.rows)
    func `explain gives the reason for each route`(url: String, winner: String, expected: [String]) async throws {
        try await ExplainScenarios.givesReasons(url, winner, expected, on: start())
    }

    @Test
    func `explain shows the command without its secrets, and none where nothing would run`() async throws {
        try await ExplainScenarios.showsTheCommand(on: TestDispatcher.start(ExplainScenarios.effectsFixture))
    }

    @Test
    func `explain says what a click would do`() async throws {
        try await ExplainScenarios.showsWhatAClickWouldDo(on: TestDispatcher.start(ExplainScenarios.effectsFixture))
    }

    @Test
    func `explain follows redirects and URLs of our own, and ends with them`() async throws {
        try await ExplainScenarios.followsItsURLs(on: TestDispatcher.start(ExplainScenarios.effectsFixture))
    }

    @Test
    func `explain reports a difference in case`() async throws {
        try await ExplainScenarios.reportsCase(on: TestDispatcher.start(ExplainScenarios.withoutOthers))
    }

    @Test
    func `explain says which value of a repeated parameter counts`() async throws {
        try await ExplainScenarios.reportsRepeats(on: start())
    }

    @Test
    func `explain knows the elements of an array, as link writes them`() async throws {
        try await ExplainScenarios.knowsTheElementsOfArrays(on: TestDispatcher.start(ExplainScenarios.arrays))
    }

    @Test
    func `explain reports a difference in case beside a match`() async throws {
        try await ExplainScenarios.reportsCaseBesideAMatch(on: start())
    }

    @Test
    func `explain suggests the nearest scheme, and the route that has the path`() async throws {
        try await ExplainScenarios.suggestsASchemeOrAPath(
            on: TestDispatcher.start(ExplainScenarios.withoutOthers))
    }

    @Test
    func `explain shows the authority that lenient-authority ignored`() async throws {
        try await ExplainScenarios.showsTheIgnoredAuthority(on: TestDispatcher.start(ExplainScenarios.lenient))
    }

    @Test
    func `explain shows a route that is switched off, and why it does not answer`() async throws {
        try await ExplainScenarios.showsASwitchedOffRoute(on: start())
    }

    @Test
    func `explain shows the input of a request that the desktop socket would ask about`() async throws {
        try await ExplainScenarios.asksAtTheDesktopSocket(on: start())
    }

    @Test
    func `explain shows a parameter that repeats as an array`() async throws {
        try await ExplainScenarios.showsRepeatedParameters(on: start())
    }
}

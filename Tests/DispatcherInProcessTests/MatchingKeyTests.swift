import DispatcherScenarios
import Testing

/// The keys that decide which URLs a route answers, in this process.
struct MatchingKeyTests {
    @Test
    func `a star before a domain matches every subdomain, and not the domain itself`() async throws {
        try await MatchingScenarios.matchesSubdomains(on: TestDispatcher.self)
    }

    @Test
    func `a named domain goes before a star, and a longer one before a shorter one`() async throws {
        try await MatchingScenarios.prefersTheLongerDomain(on: TestDispatcher.self)
    }

    @Test
    func `a regular expression limits the paths and the values of a route`() async throws {
        try await MatchingScenarios.matchesRegularExpressions(on: TestDispatcher.self)
    }

    @Test(arguments: [false, true])
    func `lenient-authority tries the path without the authority, and no route that takes anything`(isLenient: Bool)
        async throws
    {
        try await MatchingScenarios.triesThePathWithoutTheAuthority(on: TestDispatcher.self, isLenient)
    }

    @Test(arguments: [(false, "a+b"), (true, "a b")])
    func `plus-as-space reads forms`(isOn: Bool, text: String) async throws {
        try await MatchingScenarios.readsPlusAsSpace(on: TestDispatcher.self, isOn, text)
    }

    @Test
    func `strict needs the slash as in the pattern`() async throws {
        try await MatchingScenarios.isStrictAboutTheSlash(on: TestDispatcher.self)
    }

    @Test
    func `the default route answers what no other route does`() async throws {
        try await MatchingScenarios.fallsBack(on: TestDispatcher.self)
    }

    @Test
    func `strict-input refuses a parameter that is unknown, and not one that is stripped or a token`() async throws {
        try await MatchingScenarios.refusesUnknownParameters(on: TestDispatcher.self)
    }

    @Test
    func `strip keeps a parameter from the input, and leaves the path alone`() async throws {
        try await MatchingScenarios.stripsParameters(on: TestDispatcher.self)
    }
}

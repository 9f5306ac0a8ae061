import DispatcherScenarios
import Testing

/// The keys that decide which URLs a route answers, and how its parameters are read.
struct MatchingKeyTests {
    @Test(.timeLimit(.minutes(1)))
    func `a star before a domain matches every subdomain, and not the domain itself`() async throws {
        try await MatchingScenarios.matchesSubdomains(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a named domain goes before a star, and a longer one before a shorter one`() async throws {
        try await MatchingScenarios.prefersTheLongerDomain(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a regular expression limits the paths and the values of a route`() async throws {
        try await MatchingScenarios.matchesRegularExpressions(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func `lenient-authority tries the path without the authority, and no route that takes anything`(isLenient: Bool)
        async throws
    {
        try await MatchingScenarios.triesThePathWithoutTheAuthority(on: RunningDaemon.self, isLenient)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [(false, "a+b"), (true, "a b")])
    func `plus-as-space reads forms`(isOn: Bool, text: String) async throws {
        try await MatchingScenarios.readsPlusAsSpace(on: RunningDaemon.self, isOn, text)
    }

    @Test(.timeLimit(.minutes(1)))
    func `strict needs the slash as in the pattern`() async throws {
        try await MatchingScenarios.isStrictAboutTheSlash(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the default route answers what no other route does`() async throws {
        try await MatchingScenarios.fallsBack(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)))
    func `strict-input refuses a parameter that is unknown, and not one that is stripped or a token`() async throws {
        try await MatchingScenarios.refusesUnknownParameters(on: RunningDaemon.self)
    }

    @Test(.timeLimit(.minutes(1)))
    func `strip keeps a parameter from the input, and leaves the path alone`() async throws {
        try await MatchingScenarios.stripsParameters(on: RunningDaemon.self)
    }
}

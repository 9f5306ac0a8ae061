import DispatcherScenarios
import Testing

/// Every row of hostile.jsonl over the real control.sock, each on its own connection.
@Suite(HostileDaemon())
struct HostileTests {
    @Test(.timeLimit(.minutes(1)), arguments: HostileScenarios.rows)
    func `a hostile line gets the reply that its row names`(row: HostileCase) async throws {
        try await HostileScenarios.answersAsExpected(row, on: try #require(HostileDaemon.current))
    }

    @Test(.timeLimit(.minutes(1)), arguments: HostileScenarios.rows)
    func `what the control socket refuses, the desktop socket refuses too`(row: HostileCase) async throws {
        try await HostileScenarios.refusesWebPages(row, on: try #require(HostileDaemon.current))
    }

    @Test func `every row runs here or names the place where it does`() {
        #expect(HostileCase.all.count == 121)
        let untried = HostileCase.all.filter(\.isProcedure).map(\.id)
        #expect(untried.filter { HostileScenarios.elsewhere[$0] == nil }.isEmpty)
        #expect(Set(HostileScenarios.elsewhere.keys).isSubset(of: HostileCase.all.map(\.id)))
    }
}

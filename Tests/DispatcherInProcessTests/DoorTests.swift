import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The rules of the desktop socket, in this process.
struct DoorTests {
    private func start() async throws -> TestDispatcher { try await TestDispatcher.start(DoorScenarios.fixture) }

    @Test(arguments: DoorScenarios.rules)
    func `the desktop socket holds the rule of each route`(url: String, code: Int?) async throws {
        try await DoorScenarios.holdsTheRule(url, code, on: start())
    }

    @Test(arguments: DoorScenarios.callbacks)
    func `a callback goes unasked only to what the configuration allows`(callback: String, state: String?) async throws
    {
        try await DoorScenarios.deliversTheCallback(callback, state, on: start())
    }

    @Test
    func `the history names the key that would allow a refused request, and the reply does not`() async throws {
        try await DoorScenarios.namesTheKeyOfARefusalToTheUserAlone(on: start())
    }

    @Test(arguments: DoorScenarios.refusals)
    func `a refusal tells the desktop socket of no file, folder, command or other route`(
        url: String, message: String, told: String
    ) async throws {
        try await DoorScenarios.tellsLittleOfARefusal(url, message, told, on: start())
    }

    @Test
    func `a socket that brings ten wrong tokens at once has to wait`() async throws {
        try await DoorScenarios.limitsWrongTokens(on: start())
    }

    @Test
    func `a url input takes any scheme from a script, unless it names its schemes`() async throws {
        try await DoorScenarios.acceptsAnyURLOfAScript(on: start())
    }

    @Test
    func `an x-error that is itself allowed gets the refusal`() async throws {
        try await DoorScenarios.reportsTheRefusalToXError(on: start())
    }

    @Test(arguments: DoorScenarios.closedMethods)
    func `the desktop socket has no method but dispatch`(method: String) async throws {
        try await DoorScenarios.hasNoMethod(method, on: start())
    }

    @Test
    func `dispatch is under the same rules, and no parameter lifts them`() async throws {
        try await DoorScenarios.holdsTheRulesForDispatch(on: start())
    }

    @Test
    func `an id of the control socket names nothing on the desktop socket`() async throws {
        try await DoorScenarios.keepsTheIDsOfTheDoorsApart(on: start())
    }

    @Test
    func `the desktop socket gets a command's stderr only with errors: stderr`() async throws {
        try await DoorScenarios.keepsStandardErrorInside(on: start())
    }

    @Test(arguments: [Door.desktop, .control])
    func `a route with a rate admits a burst, then replies 429`(door: Door) async throws {
        try await DoorScenarios.admitsABurst(at: door, on: start())
    }

    @Test(arguments: DoorScenarios.lengths)
    func `a URL of more than 131071 bytes is 413, and the connection goes on`(length: Int) async throws {
        try await DoorScenarios.limitsTheLength(length, on: start())
    }

    @Test func `a route without a rate admits twenty from the desktop socket until time passes`() async throws {
        let dispatcher = try await start()
        let urls = Array(repeating: "t:///open", count: 60)
        let codes = try await dispatcher.replies(to: urls, door: .desktop).map { $0["error"]?["code"] }
        #expect(codes == Array(repeating: nil, count: 20) + Array(repeating: 429, count: 40))
        #expect(try await dispatcher.result("t:///open", door: .control) == "done")
        dispatcher.clock.pass(.milliseconds(100))
        #expect(
            try await dispatcher.replies(to: Array(urls.prefix(2)), door: .desktop).map { $0["error"]?["code"] } == [
                nil, 429,
            ])
    }
}

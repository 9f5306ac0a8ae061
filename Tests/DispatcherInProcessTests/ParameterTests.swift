import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The parameters of methods: each is known, of its type, and not null.
struct ParameterTests {
    @Test(
        arguments: [
            ("dispatch", ["url": "xcallback:ping", "wait": .null], "'wait' must be true or false"),
            ("history", ["limit": .null], "'limit' must be a whole number"),
            ("history", ["limit": -1], "'limit' must be a whole number of at least 0"),
            ("history", ["route": .null], "'route' must be text"),
            ("history", ["outcome": "failed"], "'outcome' must be success, error or cancel, not 'failed'"),
            ("history", ["follow": "now"], "'follow' must be true, or the cursor of an earlier answer"),
            ("link", ["route": "a", "input": .null], "'input' must be an object"),
            ("explain", ["url": "a:b", "door": "window"], "'door' must be desktop, control or agent, not 'window'"),
            ("explain", ["url": "a:b", "environment": ["LANG": 1]], "'environment.LANG' must be text"),
            ("status", ["verbose": true], "unknown parameter 'verbose'"),
            ("rerun", [:], "'id' is missing"),
            ("call", [:], "'url' is missing"),
            ("call", ["url": "xcallback:ping", "timeout": "soon"], "'timeout' must be \(Duration.textExpectation)"),
            ("call", ["url": "xcallback:ping", "timeout": 0], "'timeout' must be \(Duration.textExpectation)"),
            ("call", ["url": "xcallback:ping", "timeout": true], "'timeout' must be \(Duration.textExpectation)"),
            ("call", ["url": "xcallback:ping", "parameters": ["a"]], "'parameters' must be an object"),
            ("call", ["url": "xcallback:ping", "source": 1], "'source' must be text"),
            ("call", ["url": "xcallback:ping", "more": 1], "unknown parameter 'more'"),
            ("call", ["url": "xcallback:ping", "wait": false], "unknown parameter 'wait'"),
        ] as [(String, QueryValue, String)])
    func `a wrong parameter is refused by its name`(
        method: String, parameters: QueryValue, message: String
    ) async throws {
        let answer = try await TestDispatcher("schemes: [t]\nroutes: []\n").answer(method, parameters, door: .control)
        #expect(answer["error"]?["message"] == .string(message), "\(answer.json)")
        #expect(answer["error"]?["code"] == -32602)
    }
}

import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The detail of a refused input, which shows its value to the caller.
@Suite(.timeLimit(.minutes(5)))
struct ShownValueTests {
    private static let fixture = Fixture(
        """
        schemes: [t]
        desktop: allow
        routes:
          - {name: number, path: /number, input: {n: {type: int, max: 9}}, open: "app:number/$n"}
          - {name: follow, path: /follow, input: {key: {type: line, secret: true, default: out-of-a-file}}, redirect: "t:///number?n=$key"}
        """, settings: "")

    @Test(arguments: [Door.desktop, .control])
    func `a value is shown with what was expected`(door: Door) async throws {
        let dispatcher = try await TestDispatcher(Self.fixture)
        let detail = try await dispatcher.reply(to: "t:///number?n=99", door: door)["error"]?["detail"]
        #expect(detail == "n = 99: at most 9")
    }

    @Test(arguments: [Door.desktop, .control], ["t:///follow", "t:///follow?key=of-the-caller"])
    func `a secret is not shown by the request that follows`(door: Door, url: String) async throws {
        let dispatcher = try await TestDispatcher(Self.fixture)
        let error = try await dispatcher.reply(to: url, door: door)["error"]
        #expect(error?["code"] == 400)
        #expect(error?["detail"]?.text?.hasPrefix("n = <redacted>: ") == true, "\(error?.json ?? "")")
    }

    @Test func `where inputs are not kept, the history has neither the value nor the path of a URL without a route`()
        async throws
    {
        let fixture = Fixture(
            "schemes: [t]\nroutes: [{name: n, path: /n, input: {n: int}, open: \"app:x\"}]",
            settings: "history: {inputs: false}\n")
        let dispatcher = try await TestDispatcher(fixture)
        _ = try await dispatcher.reply(to: "t:///n?n=APRICOT", door: .control)
        _ = try await dispatcher.reply(to: "t:///APRICOT", door: .control)
        let requests = try await dispatcher.history()
        #expect(requests.count == 2 && requests.allSatisfy { !$0.json.contains("APRICOT") }, "\(requests)")
    }

    /// The file that declares the secrets may be refused.
    @Test func `of a URL whose scheme has no route, the history has the scheme alone`() async throws {
        let dispatcher = try await TestDispatcher(Self.fixture)
        let urls = [
            "n:///pin/APRICOT?pin=APRICOT#APRICOT", "n:///pin?pin=APRICOT&bad=%zz",
            "https://example.org/APRICOT?pin=APRICOT", "n:///pin?x-error=app%3A%2F%2Fa%3Fpin%3DAPRICOT",
        ]
        for url in urls { _ = try await dispatcher.reply(to: url, door: .control) }
        let requests = try await dispatcher.history()
        #expect(requests.count == 4 && requests.allSatisfy { !$0.json.contains("APRICOT") }, "\(requests)")
        #expect(Set(requests.compactMap { $0["url"]?.text }) == ["n:%3Credacted%3E", "https:%3Credacted%3E"])
        // The id of a client still refers to its request.
        for _ in 0..<2 {
            let answer = try await dispatcher.answer("dispatch", ["url": .string(urls[0]), "id": "me"], door: .control)
            #expect(answer["result"]?["error"]?["code"] == 404, "\(answer)")
        }
        #expect(try await dispatcher.history().count == 5)
        _ = try await dispatcher.reply(to: "t:///APRICOT?pin=1", door: .control)
        #expect(try await dispatcher.history().first?["url"] == "t:///APRICOT?pin=1")
    }
}

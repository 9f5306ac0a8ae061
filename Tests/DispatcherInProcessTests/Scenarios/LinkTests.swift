import DispatcherScenarios
import QueryCoding
import Testing

/// The method `link` on random inputs. Its table is rows of KeyTests.
@Suite(.timeLimit(.minutes(5)))
struct LinkTests {
    /// Checks that `explain` reads from a link the same input that `link` received, for any input.
    @Test(arguments: UInt64(0)..<8)
    func `explain reads the input of a link back`(seed: UInt64) async throws {
        let harness = try await tested.start(LinkScenarios.fixture)
        var random = InputGenerator(seed: seed)
        for _ in 0..<40 {
            let (route, input) = random.next()
            let link: QueryValue = [
                "route": .string(route), "input": input, "web": .bool(random.flip()),
                "callbacks": random.flip() ? ["x-success": "app://done?a=%26#f", "error": "app:e"] : [:],
            ]
            let written = try await harness.result(of: "link", link)
            let url = try #require(written?["url"]?.string, "\(link.json)")
            let explanation = try await harness.result(of: "explain", ["url": .string(url)])
            #expect(explanation?["route"] == .string(route), "\(url)")
            #expect(explanation?["would"] == "run", "\(url)")
            for member in random.expected(route, input) {
                #expect(explanation?["input"]?[member.name] == member.value, "\(url)")
            }
        }
    }
}

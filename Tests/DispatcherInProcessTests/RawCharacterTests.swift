import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// Characters that RFC 3986 allows only percent-encoded, as serialisers of URLs leave them.
struct RawCharacterTests {
    private static let characters = " \"<>\\^`{|}"

    private func start() async throws -> TestDispatcher {
        try await TestDispatcher(CaseSection.named("raw characters", in: "characters.txt").fixture)
    }

    @Test(arguments: characters)
    func `the desktop socket reads a raw character as percent-encoded`(character: Character) async throws {
        let dispatcher = try await start()
        let url = "t:///say/a\(character)?text=\(character)b\(character)&\(character)=1#f\(character)"
        let reply = try await dispatcher.reply(to: url, door: .desktop)
        #expect(reply["output"]?["result"]?.string == "a\(character)|\(character)b\(character)|")
        let escaped = url.replacing(String(character), with: PercentCoding.encode(String(character)))
        #expect(reply["url"]?.string == escaped)
        // The fragment is a secret.
        let recorded = escaped.prefix { $0 != "#" } + "#" + PercentCoding.encode("<redacted>")
        #expect(try await dispatcher.history().first?["url"]?.string == String(recorded))
        let explained = try await dispatcher.result(of: "explain", ["url": .string(url), "door": "desktop"])
        #expect(explained?["would"] == "run")
    }

    @Test(arguments: characters)
    func `the control socket refuses a raw character`(character: Character) async throws {
        let reply = try await start().reply(to: "t:///say?text=a\(character)")
        #expect(reply["error"]?["code"] == 400)
        #expect(reply["error"]?["message"]?.string?.hasPrefix("parameter \"text\" has a raw ") == true)
    }

    @Test(arguments: [
        " t:///say",  // it is no scheme
        "t ://say",
        "https://a b/say",
        "t:///say?text=a\tb",  // no serialiser leaves a control
        "t:///say?text=a\u{7F}b",
        "t:///say?text=100%",  // nor half an escape
    ])
    func `the desktop socket refuses everything else that is malformed`(url: String) async throws {
        #expect(try await start().reply(to: url, door: .desktop)["error"]?["code"] == 400)
    }
}

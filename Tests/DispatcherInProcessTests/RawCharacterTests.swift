import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Characters that RFC 3986 allows only percent-encoded, as serialisers of URLs leave them.
struct RawCharacterTests {
    private static let characters = " \"<>\\^`{|}"

    private func start() async throws -> TestDispatcher {
        try await TestDispatcher(
            Fixture(
                """
                schemes: [t]
                desktop: allow
                routes:
                  - {name: say, path: "/say/{word?}", input: {text: string?}, run: [printf, "%s|", $word, $text],
                     output: text}
                  - {name: host, path: /create today/x, run: [printf, host]}
                  - {name: number, path: /number, input: {n: int}, run: [printf, "%s", --, $n]}
                  - {name: form, path: /form, input: {n: int}, plus-as-space: true, run: [printf, "%s", --, $n]}
                """, settings: "callbacks: {allow: [app]}\n"))
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

    @Test func `the desktop socket reads a raw character of the authority`() async throws {
        let dispatcher = try await start()
        #expect(try await dispatcher.reply(to: "t://create today/x", door: .desktop)["outcome"] == "success")
        #expect(try await dispatcher.reply(to: "t://create today/x")["error"]?["code"] == 400)
        #expect(try await dispatcher.reply(to: "t://create{today/x", door: .desktop)["error"]?["code"] == 404)
    }

    @Test(
        arguments: [
            ("app://done?a=%20", nil),
            ("app%3A%2F%2Fdone%3Fa%3D%2520", "opened"),
            ("app%3A%2F%2Fdone%3Fa%3D%20", nil),  // decoded by the page or its browser, twice
            ("app://done?{a}", nil),
        ] as [(String, String?)])
    func `a callback is judged strictly once it is decoded`(callback: String, state: String?) async throws {
        let dispatcher = try await start()
        let reply = try await dispatcher.reply(to: "t:///say?text=a b&x-success=\(callback)", door: .desktop)
        #expect(reply["callback"]?["state"]?.string == state)
        #expect((reply["error"]?["code"] == 403) == (state == nil))
    }

    @Test(arguments: [Door.desktop, .control])
    func `an answer to a call is read so on every socket`(door: Door) async throws {
        let dispatcher = try await start()
        let guess = "xcallback:///reply/\(String(repeating: "0", count: 32))?result=Hello {World}"
        #expect(try await dispatcher.reply(to: guess, door: door)["error"]?["code"] == 404)
    }

    private static let hint =
        "the '+' in 'n' is not a space; 'plus-as-space: true' in the feature or the route reads '+' as a space"

    @Test(arguments: [("number?n=1+2", true), ("number?n=1%2B2", false), ("number?n=x", false), ("form?n=1+2", false)])
    func `a refused value with a plus sign gets a hint`(path: String, hinted: Bool) async throws {
        let dispatcher = try await start()
        let reply = try await dispatcher.reply(to: "t:///\(path)")
        #expect(reply["error"]?["code"] == 400)
        #expect(reply["error"]?["detail"]?.string?.hasSuffix(Self.hint) == hinted, "\(reply.json)")
        let explained = try await dispatcher.result(of: "explain", ["url": .string("t:///\(path)")])
        #expect(explained?["near-misses"] == (hinted ? [.string(Self.hint)] : []))
    }

    @Test
    func `a click gets no hint, and a plus sign that is no mistake one in explain alone`() async throws {
        let dispatcher = try await start()
        let refused = try await dispatcher.reply(to: "t:///number?n=1+2", door: .desktop)
        #expect(refused["error"]?["detail"]?.string?.contains("plus-as-space") != true, "\(refused.json)")
        let explained = try await dispatcher.result(of: "explain", ["url": "t:///number?n=+2"])
        #expect(explained?["would"] == "run" && explained?["near-misses"] == [.string(Self.hint)])
    }
}

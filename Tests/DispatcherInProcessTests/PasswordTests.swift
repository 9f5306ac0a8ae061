import DispatcherScenarios
import QueryCoding
import Testing

/// The password in a URL: it is in no row of the history, however short it is.
@Suite(.timeLimit(.minutes(5)))
struct PasswordTests {
    @Test(arguments: [
        ("t://me:pw@host/a", "t://me:%3Credacted%3E@host/a"),
        ("t://me:pa%3Aword@host/a?b=word", "t://me:%3Credacted%3E@host/a?b=word"),
        ("t://me:@host/a", "t://me:@host/a"),  // no password
        ("t:x?b=me:pw@host", "t:x?b=me:pw@host"),  // no authority
        (
            "xcallback:///ping?x-success=https%3A%2F%2Fme%3Apw%40host%2F",
            "xcallback:///ping?x-success=https%3A%2F%2Fme%3A%253Credacted%253E%40host%2F"
        ),
    ])
    func `is redacted in the URL and in its callbacks`(url: String, recorded: String) async throws {
        let fixture = Fixture("schemes: [t]\nroutes: [{name: a, path: /a, open: \"app:a\"}]")
        let dispatcher = try await TestDispatcher.start(fixture)
        #expect(try await dispatcher.reply(to: url)["outcome"] == "error")
        #expect(try await dispatcher.history().map { $0["url"] } == [.string(recorded)])
    }
}

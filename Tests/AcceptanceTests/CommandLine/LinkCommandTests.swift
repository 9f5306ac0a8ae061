import DispatcherScenarios
import Foundation
import QueryCoding
import Testing

/// `xcallback link`.
struct LinkCommandTests {
    private func start() throws -> RunningDaemon { try RunningDaemon.start(LinkScenarios.fixture) }

    @Test(.timeLimit(.minutes(1)), arguments: LinkScenarios.links)
    func `link writes the URL of a route and its input`(arguments: [String], url: String) throws {
        let daemon = try start()
        #expect(try daemon.xcallback(["link"] + arguments) == Ended(status: 0, output: url + "\n", errors: ""))
    }

    @Test(.timeLimit(.minutes(1)))
    func `--https prints the URL as the fragment of a page, with signs encoded that a mail may change`() throws {
        let daemon = try start()
        for (title, encoded) in [
            ("a & (b) *c*", "a%2520%2526%2520%2528b%2529%2520%252Ac%252A"),
            // Signs that a link may not end with.
            ("a_b.", "a_b%2E"), ("a_", "a%5F"), ("a~", "a%7E"),
        ] {
            let words = ["link", "--https", "https://example.org:8443/go.html", "notes.create", "title=\(title)"]
            let url = "https://example.org:8443/go.html#notes:///create?title=\(encoded)\n"
            #expect(try daemon.xcallback(words) == Ended(status: 0, output: url, errors: ""))
        }
        let bases = ["http://example.org/", "https://example.org/#x", "example.org"]
        for base in bases + ["https://", "https://a b", "https://example.org/a b"] {
            #expect(try daemon.xcallback(["link", "--https", base, "notes.create", "title=a"]).status == 64)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `link reads @@ as an @`() throws {
        #expect(
            try start().xcallback(["link", "notes.create", "title=@@home"])
                == Ended(status: 0, output: "notes:///create?title=%40home\n", errors: ""))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: LinkScenarios.refusals + [
            (["notes.create", "title=@/no/such/file"], "title: there is no file '/no/such/file'")
        ])
    func `link refuses what the route would refuse, and names the field`(arguments: [String], message: String) throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["link"] + arguments)
        let isUsage = arguments.contains { $0 == "--x-success" || $0.contains("=@") }
        let status: Int32 = isUsage ? 64 : 1
        #expect(ended == Ended(status: status, output: "", errors: "xcallback: \(message)\n"))
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["javascript:x", "https://evil.example/"])
    func `link refuses a callback that the route would refuse`(url: String) throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["link", "notes.today", "--x-success", url])
        #expect(ended.status == 1)
        #expect(ended.errors.hasPrefix("xcallback: x-success is refused: "))
    }

    @Test(.timeLimit(.minutes(1)))
    func `link refuses a text that no URL may carry`() throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["link", "notes.create", "title=a\u{1}b"])
        #expect(ended.status == 1 && ended.output == "")
        #expect(ended.errors.contains("\"title\"") || ended.errors.contains("'title'"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `link reads a value from standard input or a file, without its last line break`() throws {
        let daemon = try start()
        let piped = try daemon.xcallback(["link", "notes.create", "title=-"], input: "from a pipe\n")
        #expect(piped.output == "notes:///create?title=from%20a%20pipe\n")
        try daemon.sandbox.write("two\r\nlines\r\n", to: "body")
        let file = try daemon.xcallback(["link", "notes.create", "title=t", "body=@\(daemon.sandbox.path)/body"])
        #expect(file.output == "notes:///create?title=t&body=two%0D%0Alines\n")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [[], ["notes.create", "title"], ["notes.create", "=x"], ["notes.create", "title=-", "body=-"]])
    func `link exits with 64 for a wrong command line`(arguments: [String]) throws {
        let ended = try run("\(Products.folder)/xcallback", ["link"] + arguments, Sandbox().environment)
        #expect(ended.status == 64)
        #expect(ended.errors.contains("Usage: xcallback link"))
    }
}

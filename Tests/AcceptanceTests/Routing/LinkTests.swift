import DispatcherMessages
import Foundation
import QueryCoding
import Testing

/// `xcallback link` and the method behind it.
struct LinkTests {
    private static let routes = """
        schemes: [notes, n]
        domains: ["*.example.org", notes.example.org]
        routes:
          - name: create
            path: /create
            input:
              title: line
              body: string?
              tags: [line]
              priority: {one-of: [low, normal, high], default: normal}
              words: {type: int, min: 1, max: 500, default: 100}
              ratio: number?
              draft: bool?
            run: ["true"]
          - {name: show, path: ["/show/{id:int}/{part?}", "/last"], input: {id: int?, page: {type: int, default: 1}}, run: ["true"]}
          - {name: version, path: "/v{major}.{minor}", run: ["true"]}
          - {name: file, path: "/file/{path**}", run: ["true"]}
          - {name: any, path: "/any/*", run: ["true"]}
          - {name: marks, path: /marks, input: {list: {type: [int], default: [1, 2]}}, run: ["true"]}
          - {name: today, path: /day/today, run: ["true"]}
          - {name: day, path: "/day/{day}", run: ["true"]}
        """

    private func start() throws -> RunningDaemon {
        let sandbox = try Sandbox()
        try sandbox.routes(Self.routes)
        try sandbox.routes(
            "schemes: any\nroutes: [{name: look, path: /look, input: {q: line}, run: [\"true\"]}]\n", "any")
        try sandbox.routes("domains: [web.example]\nroutes: [{name: look, path: /look, run: [\"true\"]}]\n", "web")
        return try RunningDaemon(sandbox)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            // in declared order, whatever the order of the command line
            (["notes.create", "body=b c", "title=Hi"], "notes:///create?title=Hi&body=b%20c"),
            (["notes.create", "title="], "notes:///create?title="),
            (["notes.create", "title=a=b&c"], "notes:///create?title=a%3Db%26c"),
            (["notes.create", "title=x", "tags=a", "tags=b"], "notes:///create?title=x&tags.0=a&tags.1=b"),
            (["notes.create", "title=x", "tags=a"], "notes:///create?title=x&tags.0=a"),
            // defaults are left out, in whatever spelling
            (["notes.create", "title=x", "priority=normal", "words=0100"], "notes:///create?title=x"),
            (["notes.create", "title=x", "priority=low", "words=7"], "notes:///create?title=x&priority=low&words=7"),
            // the path takes its own
            (["notes.show", "id=7"], "notes:///show/7"),
            (["notes.show", "part=a/b", "page=2", "id=7"], "notes:///show/7/a%2Fb?page=2"),
            (["notes.show"], "notes:///last"),
            (["notes.version", "major=1", "minor=2"], "notes:///v1.2"),
            (["notes.file", "path=a", "path=b c"], "notes:///file/a/b%20c"),
            (["notes.marks", "list=1", "list=2"], "notes:///marks"),
            (["notes.marks", "list=3"], "notes:///marks?list.0=3"),
            (["notes.create", "title=x", "--web"], "https://notes.example.org/create?title=x"),
            (
                ["notes.create", "title=x", "--x-success", "app://done?a=1", "--x-error", "app:no", "--source", "Me"],
                "notes://x-callback-url/create?x-source=Me&x-success=app%3A%2F%2Fdone%3Fa%3D1&x-error=app%3Ano&title=x"
            ),
            (
                ["--x-cancel", "app:c", "notes.version", "major=1", "minor=2"],
                "notes://x-callback-url/v1.2?x-cancel=app%3Ac"
            ),
            (["notes.create", "title=@@home"], "notes:///create?title=%40home"),
            (["any.look", "q=x"], "xcallback:///look?q=x"),
            (["web.look", "--web"], "https://web.example/look"),
            (["xcallback.echo", "b=1", "a=2", "b=3"], "xcallback:///echo?b.0=1&b.1=3&a=2"),
            (["xcallback.ping"], "xcallback:///ping"),
        ])
    func `link writes the URL of a route and its input`(arguments: [String], url: String) throws {
        let daemon = try start()
        #expect(try daemon.xcallback(["link"] + arguments) == Ended(status: 0, output: url + "\n", errors: ""))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["notes.crate"], "no route 'notes.crate'; did you mean 'notes.create'?"),
            (["nothing"], "no route 'nothing'"),
            (["notes.create"], "Required parameter \"title\" not found. (one line only)"),
            (["notes.create", "titel=x"], "unknown parameter \"titel\"; did you mean \"title\"?"),
            (["notes.create", "title=x", "what=y"], "unknown parameter \"what\""),
            (["notes.create", "title=x", "x-success=app:a"], "unknown parameter \"x-success\""),
            (["notes.create", "title=a\nb"], "Value for parameter \"title\" has incorrect type. (one line only)"),
            (
                ["notes.create", "title=a", "title=b"],
                "Value for parameter \"title\" has incorrect type. (a single value: one line only)"
            ),
            (
                ["notes.create", "title=x", "words=501"],
                "Value for parameter \"words\" has incorrect type. (a whole number from 1 to 500)"
            ),
            (
                ["notes.create", "title=x", "priority=hgih"],
                "Value for parameter \"priority\" has incorrect type. (one of low, normal, high)"
            ),
            (
                ["notes.marks", "list=1", "list=x"],
                "Value for parameter \"list.1\" has incorrect type. (a whole number)"
            ),
            (["notes.show", "id=x"], "Value for parameter \"id\" has incorrect type. (a whole number)"),
            (["notes.file"], "pattern '/file/{path**}' needs the parameter 'path', which the input does not have"),
            (
                ["notes.any"],
                "pattern '/any/*' cannot be linked: '*' and '**' have no name; write '{name}' or '{name**}'"
            ),
            (["notes.day", "day=today"], "route 'notes.today' would answer the link to 'notes.day'"),
            (
                ["any.look", "q=x", "--web"],
                "route 'any.look' has no web link: its scopes name no domain that could stand in one"
            ),
            (["web.look"], "route 'web.look' answers only web links; ask for one with 'web'"),
            (
                ["notes.today", "--x-success", "nonsense"],
                "x-success: not a URL: it needs a scheme, as in 'notes:///create'"
            ),
            (["xcallback.ping", "a=b"], "unknown parameter \"a\""),
            (["xcallback.echo", "x-y=b"], "names that begin with 'x-' are reserved: x-y"),
            (["notes.create", "title=@/no/such/file"], "title: there is no file '/no/such/file'"),
        ])
    func `link refuses what the route would refuse, and names the field`(arguments: [String], message: String) throws {
        let daemon = try start()
        let ended = try daemon.xcallback(["link"] + arguments)
        #expect(ended == Ended(status: 1, output: "", errors: "xcallback: \(message)\n"))
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
    func `a wrong command line is 64`(arguments: [String]) throws {
        let ended = try run("\(Products.folder)/xcallback", ["link"] + arguments, Sandbox().environment)
        #expect(ended.status == 64)
        #expect(ended.errors.contains("Usage: xcallback link"))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (["title": "5"], "notes:///create?title=5"),
            (
                ["title": "x", "words": 7, "ratio": .number("0.50"), "draft": true],
                "notes:///create?title=x&words=7&ratio=0.50&draft=true"
            ),
            (
                ["title": "x", "words": "7", "tags": ["a", "b"], "body": .null],
                "notes:///create?title=x&tags.0=a&tags.1=b&words=7"
            ),
            (["title": "x", "tags": []], "notes:///create?title=x"),
            (["title": 5], nil),  // would be read back as a text
            (["title": true], nil),
            (["title": ["a"]], nil),
            (["title": ["a": "b"]], nil),
            (["title": "x", "tags": ["a", 1]], nil),
            (["title": "x", "tags": [["a"]]], nil),
            (["title": "x", "words": .number("7.0")], nil),
            (["title": "x", "draft": 1], nil),
        ] as [(QueryValue, String?)])
    func `the method takes an input as JSON`(input: QueryValue, url: String?) throws {
        let daemon = try start()
        let reply = try Connection(daemon.connect()).call("link", ["route": "notes.create", "input": input])
        #expect(reply["result"] == url.map { ["url": .string($0)] })
        #expect(reply["error"]?["code"] == (url == nil ? -32602 : nil))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            [:], ["route": "notes.today", "input": []], ["route": "notes.today", "web": "yes"],
            ["route": "notes.today", "callbacks": ["done": "app:a"]], ["route": "notes.today", "callbacks": "app:a"],
            ["route": "notes.today", "more": 1],
        ] as [QueryValue])
    func `the method refuses wrong parameters`(parameters: QueryValue) throws {
        let daemon = try start()
        #expect(try Connection(daemon.connect()).call("link", parameters)["error"]?["code"] == -32602)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the desktop door writes no links`() throws {
        let daemon = try start()
        let reply = try Connection(daemon.connect(.desktop)).call("link", ["route": "xcallback.ping"])
        #expect(reply["error"]?["code"] == -32601)
    }

    /// Whatever the input, what `explain` reads from the link is the input.
    @Test(.timeLimit(.minutes(1)), arguments: 0..<8)
    func `a link is read back as its input`(seed: UInt64) throws {
        let daemon = try start()
        let connection = Connection(try daemon.connect())
        var random = InputGenerator(seed: seed)
        for _ in 0..<40 {
            let (route, input) = random.next()
            let link: QueryValue = [
                "route": .string(route), "input": input, "web": .bool(random.flip()),
                "callbacks": random.flip() ? ["x-success": "app://done?a=%26#f", "error": "app:e"] : [:],
            ]
            let url = try #require(try connection.call("link", link)["result"]?["url"]?.string, "\(link.json)")
            let explanation = try connection.call("explain", ["url": .string(url)])["result"]
            #expect(explanation?["route"] == .string(route), "\(url)")
            #expect(explanation?["would"] == "run", "\(url)")
            for member in random.expected(route, input) {
                #expect(explanation?["input"]?[member.name] == member.value, "\(url)")
            }
        }
    }
}

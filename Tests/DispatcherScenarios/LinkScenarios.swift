import DispatcherMessages
package import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The URLs that `link` writes, and the inputs that it refuses.
package enum LinkScenarios {
    private static let notes = """
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

    package static let fixture = Fixture(routes: [
        "notes": notes,
        "any": "schemes: any\nroutes: [{name: look, path: /look, input: {q: line}, run: [\"true\"]}]\n",
        "web": "domains: [web.example]\nroutes: [{name: look, path: /look, run: [\"true\"]}]\n",
    ])

    /// Arguments of `xcallback link`, and the URL that it prints.
    package static let links: [([String], String)] = [
        // in declared order, whatever the order of the command line
        (["notes.create", "body=b c", "title=Hi"], "notes:///create?title=Hi&body=b%20c"),
        (["notes.create", "title="], "notes:///create?title="),
        (["notes.create", "title=a=b&c"], "notes:///create?title=a%3Db%26c"),
        (["notes.create", "title=x", "tags=a", "tags=b"], "notes:///create?title=x&tags.0=a&tags.1=b"),
        (["notes.create", "title=x", "tags=a"], "notes:///create?title=x&tags.0=a"),
        // defaults are left out, in whatever spelling
        (["notes.create", "title=x", "priority=normal", "words=0100"], "notes:///create?title=x"),
        (["notes.create", "title=x", "priority=low", "words=7"], "notes:///create?title=x&priority=low&words=7"),
        // a parameter of the path is not in the query
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
        (["any.look", "q=x"], "xcallback:///look?q=x"),
        (["web.look", "--web"], "https://web.example/look"),
        (["xcallback.echo", "b=1", "a=2", "b=3"], "xcallback:///echo?b.0=1&b.1=3&a=2"),
        (["xcallback.ping"], "xcallback:///ping"),
    ]

    /// Arguments of `xcallback link`, and the message of the error.
    package static let refusals: [([String], String)] = [
        (["notes.crate"], "no route 'notes.crate'; did you mean 'notes.create'?"),
        (["nothing"], "no route 'nothing'"),
        (["notes.create"], "Required parameter \"title\" not found. (one line of text)"),
        (["notes.create", "titel=x"], "unknown parameter \"titel\"; did you mean \"title\"?"),
        (["notes.create", "title=x", "what=y"], "unknown parameter \"what\""),
        (["notes.create", "title=x", "x-success=app:a"], "unknown parameter \"x-success\""),
        (
            ["notes.create", "title=a\nb"],
            "Value for parameter \"title\" has incorrect type. (title = (3 bytes): must be one line of text)"
        ),
        (
            ["notes.create", "title=a", "title=b"],
            "Value for parameter \"title\" has incorrect type. (title = [\"a\",\"b\"]: must be a single value: one line of text)"
        ),
        (
            ["notes.create", "title=x", "words=501"],
            "Value for parameter \"words\" has incorrect type. (words = 501: at most 500)"
        ),
        (
            ["notes.create", "title=x", "priority=hgih"],
            "Value for parameter \"priority\" has incorrect type. (priority = hgih: must be one of low, normal, high)"
        ),
        (
            ["notes.marks", "list=1", "list=x"],
            "Value for parameter \"list.1\" has incorrect type. (list.1 = x: must be a whole number)"
        ),
        (["notes.show", "id=x"], "Value for parameter \"id\" has incorrect type. (id = x: must be a whole number)"),
        (["notes.file"], "pattern '/file/{path**}' needs the parameter 'path', which the input does not have"),
        (
            ["notes.any"],
            "pattern '/any/*' cannot be linked: '*' has no name; write '{name}'"
        ),
        (["notes.day", "day=today"], "route 'notes.today' would answer the link to 'notes.day'"),
        (
            ["any.look", "q=x", "--web"],
            "route 'any.look' has no web link: it names no domain, or only wildcard domains"
        ),
        (["web.look"], "route 'web.look' answers only web links; ask for one with 'web'"),
        (
            ["notes.today", "--x-success", "nonsense"],
            "x-success: not a URL: it needs a scheme, as in 'notes:///create'"
        ),
        (["xcallback.ping", "a=b"], "unknown parameter \"a\""),
        (["xcallback.echo", "x-y=b"], "names that begin with 'x-' are reserved: x-y"),
    ]

    /// Returns the parameters of the method `link` that the command line makes from its arguments.
    package static func parameters(_ arguments: [String]) -> QueryValue {
        var rest = arguments[...]
        var route: String?
        var input: [(name: String, values: [QueryValue])] = []
        var callbacks: [QueryValue.Member] = []
        var more: [QueryValue.Member] = []
        while let argument = rest.popFirst() {
            if argument == "--web" {
                more.append(.init("web", true))
            } else if argument == "--source" {
                more.append(.init("source", .string(rest.popFirst() ?? "")))
            } else if argument.hasPrefix("--") {
                callbacks.append(.init(String(argument.dropFirst(2)), .string(rest.popFirst() ?? "")))
            } else if route == nil {
                route = argument
            } else {
                let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let value = QueryValue.string(String(parts.last ?? ""))
                if let index = input.firstIndex(where: { $0.name == parts[0] }) {
                    input[index].values.append(value)
                } else {
                    input.append((String(parts[0]), [value]))
                }
            }
        }
        let members = input.map { QueryValue.Member($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) }
        return .object(
            [
                .init("route", .string(route ?? "")), .init("input", .object(members)),
                .init("callbacks", .object(callbacks)),
            ] + more)
    }

    package static func writes(_ url: String, for arguments: [String], on harness: some Harness) async throws {
        let answer = try await harness.answer("link", parameters(arguments), door: .control)
        #expect(answer["result"] == ["url": .string(url)], "\(answer.json)")
    }

    package static func refuses(_ arguments: [String], _ message: String, on harness: some Harness) async throws {
        let answer = try await harness.answer("link", parameters(arguments), door: .control)
        #expect(answer["error"]?["message"] == .string(message), "\(answer.json)")
    }

    /// Inputs of notes.create, and their links; nil for a refused input.
    package static let inputs: [(QueryValue, String?)] = [
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
        (["title": "x", "words": .number("7.0")], "notes:///create?title=x&words=7"),
        (["title": "x", "words": .number("7.5")], nil),
        (["title": "x", "draft": 1], nil),
    ]

    package static func reads(_ input: QueryValue, _ url: String?, on harness: some Harness) async throws {
        let parameters: QueryValue = ["route": "notes.create", "input": input]
        let reply = try await harness.answer("link", parameters, door: .control)
        #expect(reply["result"] == url.map { ["url": .string($0)] })
        #expect(reply["error"]?["code"] == (url == nil ? -32602 : nil))
    }

    package static let wrongParameters: [QueryValue] = [
        [:], ["route": "notes.today", "input": []], ["route": "notes.today", "web": "yes"],
        ["route": "notes.today", "callbacks": ["done": "app:a"]], ["route": "notes.today", "callbacks": "app:a"],
        ["route": "notes.today", "more": 1],
    ]

    package static func refusesParameters(_ parameters: QueryValue, on harness: some Harness) async throws {
        #expect(try await harness.answer("link", parameters, door: .control)["error"]?["code"] == -32602)
    }

    package static func isClosedToTheDesktop(on harness: some Harness) async throws {
        let reply = try await harness.answer("link", ["route": "xcallback.ping"], door: .desktop)
        #expect(reply["error"]?["code"] == -32601)
    }

    /// Checks that `explain` reads from a link the same input that `link` received, for any input.
    package static func readsItsLinks(seed: UInt64, on harness: some Harness) async throws {
        var random = InputGenerator(seed: seed)
        for _ in 0..<40 {
            let (route, input) = random.next()
            let link: QueryValue = [
                "route": .string(route), "input": input, "web": .bool(random.flip()),
                "callbacks": random.flip() ? ["x-success": "app://done?a=%26#f", "error": "app:e"] : [:],
            ]
            let written = try await harness.answer("link", link, door: .control)["result"]
            let url = try #require(written?["url"]?.string, "\(link.json)")
            let explanation = try await harness.answer("explain", ["url": .string(url)], door: .control)["result"]
            #expect(explanation?["route"] == .string(route), "\(url)")
            #expect(explanation?["would"] == "run", "\(url)")
            for member in random.expected(route, input) {
                #expect(explanation?["input"]?[member.name] == member.value, "\(url)")
            }
        }
    }
}

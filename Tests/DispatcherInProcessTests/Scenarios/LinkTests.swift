import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The method `link`: the URLs that it writes, and the inputs that it refuses.
@Suite(.timeLimit(.minutes(5)))
struct LinkTests {
    /// Returns the parameters of the method `link` that the command line makes from its arguments.
    static func parameters(_ arguments: [String]) -> QueryValue {
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

    @Test(arguments: LinkScenarios.links)
    func `link writes the URL of a route and its input`(arguments: [String], url: String) async throws {
        let harness = try await tested.start(LinkScenarios.fixture)
        let answer = try await harness.answer("link", Self.parameters(arguments), door: .control)
        #expect(answer["result"] == ["url": .string(url)], "\(answer.json)")
    }

    @Test(arguments: LinkScenarios.refusals)
    func `link refuses what the route would refuse, and names the field`(arguments: [String], message: String)
        async throws
    {
        let harness = try await tested.start(LinkScenarios.fixture)
        let answer = try await harness.answer("link", Self.parameters(arguments), door: .control)
        #expect(answer["error"]?["message"] == .string(message), "\(answer.json)")
    }

    /// Inputs of notes.create, and their links; nil for a refused input.
    static let inputs: [(QueryValue, String?)] = [
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

    @Test(arguments: inputs)
    func `link takes an input as JSON`(input: QueryValue, url: String?) async throws {
        let harness = try await tested.start(LinkScenarios.fixture)
        let parameters: QueryValue = ["route": "notes.create", "input": input]
        let reply = try await harness.answer("link", parameters, door: .control)
        #expect(reply["result"] == url.map { ["url": .string($0)] })
        #expect(reply["error"]?["code"] == (url == nil ? -32602 : nil))
    }

    static let wrongParameters: [QueryValue] = [
        [:], ["route": "notes.today", "input": []], ["route": "notes.today", "web": "yes"],
        ["route": "notes.today", "callbacks": ["done": "app:a"]], ["route": "notes.today", "callbacks": "app:a"],
        ["route": "notes.today", "more": 1],
    ]

    @Test(arguments: wrongParameters)
    func `link refuses wrong parameters`(parameters: QueryValue) async throws {
        let harness = try await tested.start(LinkScenarios.fixture)
        #expect(try await harness.answer("link", parameters, door: .control)["error"]?["code"] == -32602)
    }

    @Test
    func `link is not available on the desktop socket`() async throws {
        let harness = try await tested.start(LinkScenarios.fixture)
        let reply = try await harness.answer("link", ["route": "xcallback.ping"], door: .desktop)
        #expect(reply["error"]?["code"] == -32601)
    }

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

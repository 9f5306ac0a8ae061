import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Outputs whose members a file declares, and whole numbers however JSON writes them.
struct DeclaredOutputTests {
    private static let members = "{id: int, url: url?, tags: [line], ok: {type: bool, description: Whether it is}}"

    private func run(_ route: String, _ input: QueryValue) async throws -> QueryValue {
        let dispatcher = try await TestDispatcher(
            Fixture(
                routes: [
                    "t": """
                    schemes: [t]
                    routes:
                      - {name: r, path: /r, input: {o: string}, run: [cat], stdin: $o, output: \(Self.members)}
                      - {name: n, path: /n, input: {n: int, m: [int], x: number?}, run: [printf, "%s %s %s %s", $n, $m, $x], output: text}
                    """
                ]))
        return try await dispatcher.answer("run", ["route": .string(route), "input": input], door: .control)
    }

    @Test(arguments: [
        (#"{"id":7,"tags":[],"ok":true}"#, #"{"id":7,"tags":[],"ok":true}"#),
        (#"{"id":7.0,"url":null,"tags":["a"],"ok":false}"#, #"{"id":7,"tags":["a"],"ok":false}"#),
        (
            #"{"id":1e2,"url":"a:b","tags":[],"ok":true,"more":[1]}"#,
            #"{"id":100,"url":"a:b","tags":[],"ok":true,"more":[1]}"#
        ),
    ])
    func `is the output of its command`(output: String, read: String) async throws {
        let result = try await run("t.r", ["o": .string(output)])["result"]
        #expect(result?["outcome"] == "success" && result?["output"]?.json == read, "\(result?.json ?? "")")
    }

    @Test(arguments: [
        (#"[1]"#, "the output is not an object"),
        (#"{"id":7,"ok":true}"#, "'tags' is missing"),
        (#"{"id":"7","tags":[],"ok":true}"#, "'id' must be a whole number"),
        (#"{"id":7.5,"tags":[],"ok":true}"#, "'id' must be a whole number"),
        (#"{"id":null,"tags":[],"ok":true}"#, "'id' must be a whole number"),
        (#"{"id":7,"tags":"a","ok":true}"#, "'tags' must be an array of values that are each one line of text"),
        (#"{"id":7,"tags":["a\nb"],"ok":true}"#, "'tags' must be an array of values that are each one line of text"),
        (#"{"id":7,"tags":[],"ok":1}"#, "'ok' must be true or false"),
        (#"{"id":7,"tags":[],"ok":true,"url":"no"}"#, "'url' must be an absolute URL"),
    ])
    func `is error 500 if it does not fit`(output: String, detail: String) async throws {
        let error = try await run("t.r", ["o": .string(output)])["result"]?["error"]
        #expect(
            error == [
                "code": 500, "message": "the command's output does not have its declared members",
                "detail": .string(detail),
            ], "\(error?.json ?? "")")
    }

    @Test func `a number that is whole is an int`() async throws {
        let input = try JSONParser.parse(Array(#"{"n":2.0,"m":[3.0,4e0],"x":2.50}"#.utf8), depthLimit: 4)
        let result = try await run("t.n", input)
        #expect(result["result"]?["output"]?["result"] == "2 3 4 2.50", "\(result.json)")
        for wrong in [#"{"n":2.5}"#, #"{"n":"2.0"}"#, #"{"n":1e400}"#] {
            let input = try JSONParser.parse(Array(wrong.utf8), depthLimit: 4)
            #expect(try await run("t.n", input)["error"]?["data"]?["code"] == 400, "\(wrong)")
        }
    }
}

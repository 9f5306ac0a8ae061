import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The form of callbacks, as the keys of a route decide it.
struct AnswerFormTests {
    @Test(arguments: ["x-success", "X-Error", "errorCode", "a.b", "a%5B%5D", ""], [Door.control, .desktop])
    func `a result that would pass for something else is refused before anything runs`(
        name: String, door: Door
    ) async throws {
        let dispatcher = try await TestDispatcher(
            Fixture(
                """
                schemes: [t]
                desktop: allow
                routes:
                  - {name: r, path: /r, input: {retParam: line?}, run: [printf, "7"], output: json, result-name: retParam}
                """, settings: "callbacks: {allow: [app]}"))
        let url = "t:///r?x-success=app%3Adone&x-error=app%3Afailed&retParam=\(name)"
        let reply = try await dispatcher.reply(to: url, door: door)
        #expect(reply["error"]?["code"] == 400)
        #expect(reply["callback"]?["url"]?.string?.hasPrefix("app:failed?errorCode=400&errorMessage=") == true)
        #expect(dispatcher.commands.vectors.isEmpty)
        let answer = try await dispatcher.result(of: "explain", ["url": .string(url)])
        #expect(answer?["would"] == "error")
    }

    @Test func `the list of routes has what comes together`() async throws {
        let dispatcher = try await TestDispatcher(
            """
            schemes: [t]
            routes:
              - name: r
                path: /r
                input: {a: line?, b: {type: line?, pattern: "[a-z]+"}, tags: {type: [line], separator: ","}}
                run: [cat]
                require: [[a, b]]
                exclusive: [[a, tags]]
            """)
        let routes = try await dispatcher.result(of: "routes")?["routes"]?.elements
        let route = try #require(routes?.first { $0["name"] == "t.r" })
        #expect(route["input"]?.elements?[1]["type"] == "/[a-z]+/")
        #expect(route["require"] == [["a", "b"]] && route["exclusive"] == [["a", "tags"]])
        #expect(
            route["input"]?.elements?.last == ["name": "tags", "type": "[line]", "separator": ",", "optional": false])
    }
}

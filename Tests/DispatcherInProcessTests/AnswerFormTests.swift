import DispatcherMessages
import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The form of callbacks, as the keys of a route decide it.
struct AnswerFormTests {
    private static func routes(_ keys: String, _ output: String) -> String {
        """
        schemes: [t]
        routes:
          - name: r
            path: /r
            input: {retParam: line?, n: {type: line, default: uuid}}
            run: [printf, '\(output)']
            output: json
            \(keys)
        """
    }

    private static let output =
        #"{"tags":["a b","c,d"],"ids":[1,2],"sheet":{"title":"Hi","n":[]},"none":[],"gone":null}"#

    /// The keys, and what is appended to the callback.
    static let forms: [(String, String)] = [
        ("arrays: dotted", "tags.0=a%20b&tags.1=c%2Cd&ids.0=1&ids.1=2&sheet.title=Hi&sheet.n%5B%5D&none%5B%5D"),
        ("arrays: repeat", "tags=a%20b&tags=c%2Cd&ids=1&ids=2&sheet.title=Hi&sheet.n%5B%5D&none%5B%5D"),
        (
            "arrays: brackets",
            "tags%5B%5D=a%20b&tags%5B%5D=c%2Cd&ids%5B%5D=1&ids%5B%5D=2&sheet.title=Hi&sheet.n%5B%5D&none%5B%5D"
        ),
        // An item with a comma in it could not be told from two.
        ("arrays: comma", "tags.0=a%20b&tags.1=c%2Cd&ids=1%2C2&sheet.title=Hi&sheet.n%5B%5D&none%5B%5D"),
        (
            "arrays: json",
            "tags=%5B%22a%20b%22%2C%22c%2Cd%22%5D&ids=%5B1%2C2%5D&sheet=%7B%22title%22%3A%22Hi%22%2C%22n%22%3A%5B%5D%7D"
                + "&none=%5B%5D"
        ),
        (
            "{arrays: json, prefix: result-}",
            "result-tags=%5B%22a%20b%22%2C%22c%2Cd%22%5D&result-ids=%5B1%2C2%5D"
                + "&result-sheet=%7B%22title%22%3A%22Hi%22%2C%22n%22%3A%5B%5D%7D&result-none=%5B%5D"
        ),
    ]

    private static func lines(_ keys: String) -> String {
        keys.hasPrefix("{") ? String(keys.dropFirst().dropLast()).replacing(", ", with: "\n    ") : keys
    }

    @Test(arguments: forms)
    func `arrays and prefix decide how an output is appended`(keys: String, appended: String) async throws {
        let dispatcher = try await TestDispatcher(Fixture(Self.routes(Self.lines(keys), Self.output)))
        let reply = try await dispatcher.reply(to: "t:///r?x-success=app%3A%2F%2Fdone%3Fq%3D1%23f")
        #expect(reply["callback"]?["url"]?.string == "app://done?q=1&\(appended)#f")
        #expect(dispatcher.apps.opened == ["app://done?q=1&\(appended)#f"])
        // The reply has the output as the command printed it.
        #expect(reply["output"]?["tags"] == ["a b", "c,d"] && reply["output"]?["sheet"]?["title"] == "Hi")
    }

    /// The key, the output, the parameters, and what is appended.
    static let names: [(String, String, String, String)] = [
        ("retParam", #"{"text":"a"}"#, "retParam=body", "body=a"),
        ("retParam", #"{"text":"a"}"#, "", "text=a"),
        ("retParam", #"{"result":"a","more":1}"#, "retParam=body", "body=a&more=1"),
        ("retParam", #"{"a":1,"b":2}"#, "retParam=body", "a=1&b=2"),
        ("retParam", #"["a","b"]"#, "retParam=body", "body.0=a&body.1=b"),
        ("n", "7", "", "uuid=7"),
        ("n", "7", "n=id", "id=7"),
    ]

    @Test(arguments: names)
    func `a request may name the result`(key: String, output: String, query: String, appended: String) async throws {
        let dispatcher = try await TestDispatcher(Fixture(Self.routes("result-name: \(key)", output)))
        let reply = try await dispatcher.reply(to: "t:///r?x-success=app%3Adone&\(query)")
        #expect(reply["callback"]?["url"]?.string == "app:done?\(appended)")
    }

    @Test(arguments: ["x-success", "X-Error", "errorCode", "a.b", "a%5B%5D", ""], [Door.control, .desktop])
    func `a result that would pass for something else is refused before anything runs`(
        name: String, door: Door
    ) async throws {
        let dispatcher = try await TestDispatcher(
            Fixture(
                Self.routes("result-name: retParam\n    desktop: allow", "7"), settings: "callbacks: {allow: [app]}"))
        let url = "t:///r?x-success=app%3Adone&x-error=app%3Afailed&retParam=\(name)"
        let reply = try await dispatcher.reply(to: url, door: door)
        #expect(reply["error"]?["code"] == 400)
        #expect(reply["callback"]?["url"]?.string?.hasPrefix("app:failed?errorCode=400&errorMessage=") == true)
        #expect(dispatcher.commands.vectors.isEmpty)
        let answer = try await dispatcher.result(of: "explain", ["url": .string(url)])
        #expect(answer?["would"] == "error")
    }

    @Test
    func `no prefix makes an output pass for a callback`() async throws {
        let output = #"{"success":"evil:a","error":"evil:b","cancel":"evil:c","source":1,"token":2,"things-id":3}"#
        let dispatcher = try await TestDispatcher(Fixture(Self.routes("prefix: x-", output)))
        let reply = try await dispatcher.reply(to: "t:///r?x-success=app%3Adone")
        #expect(reply["callback"]?["url"]?.string == "app:done?x-things-id=3")
    }

    /// The parameter of a callback to a route of our own is the caller's, whatever it has the result named.
    @Test
    func `a result does not replace what the caller gave its own route`() async throws {
        let dispatcher = try await TestDispatcher(
            Fixture(
                Self.routes("result-name: retParam", "7")
                    + "\n  - {name: own, path: /own, input: {id: line}, run: [printf, own]}"))
        let reply = try await dispatcher.reply(to: "t:///r?retParam=id&x-success=t%3A%2F%2F%2Fown%3Fid%3D1")
        #expect(reply["callback"]?["url"]?.string == "t:///own?id=1")
    }

    @Test(arguments: [("", "errorCode"), ("error-name: error-Code", "error-Code")])
    func `error-name names the code`(key: String, name: String) async throws {
        let dispatcher = try await TestDispatcher(
            """
            schemes: [t]
            routes:
              - name: r
                path: /r
                input: {a: line?, b: line?}
                require: [[a, b]]
                exclusive: [[a, b]]
                run: [sh, -c, "echo no such note >&2; exit 4"]
                \(key)
            """)
        func callback(_ query: String) async throws -> String? {
            try await dispatcher.reply(to: "t:///r?x-error=app%3Afailed&\(query)")["callback"]?["url"]?.string
        }
        #expect(try await callback("a=1") == "app:failed?\(name)=4&errorMessage=no%20such%20note")
        #expect(
            try await callback("")
                == "app:failed?\(name)=400&errorMessage=At%20least%20one%20of%20the%20parameters%20%22a%22%20and%20%22b%22%20is%20required."
        )
        #expect(
            try await callback("a=1&b=2")
                == "app:failed?\(name)=400"
                + "&errorMessage=Only%20one%20of%20the%20parameters%20%22a%22%20and%20%22b%22%20may%20be%20given.")
    }

    @Test
    func `the list of routes has what comes together`() async throws {
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

    @Test
    func `a link writes an array as the one text that the route reads`() async throws {
        let dispatcher = try await TestDispatcher(
            """
            schemes: [t]
            routes: [{name: r, path: /r, input: {tags: {type: [line], separator: ","}}, run: [cat]}]
            """)
        func link(_ tags: QueryValue) async throws -> QueryValue {
            try await dispatcher.answer("link", ["route": "t.r", "input": ["tags": tags]], door: .control)
        }
        #expect(try await link(["a", "b c"])["result"]?["url"] == "t:///r?tags=a%2Cb%20c")
        #expect(try await link(["a,b"])["error"]?["message"]?.string?.contains("\"tags\"") == true)
    }
}

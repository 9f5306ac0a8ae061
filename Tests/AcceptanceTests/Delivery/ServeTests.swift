import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The routes that `serve` takes, and those that it refuses.
@Suite(.timeLimit(.minutes(1)))
struct ServeTests {
    private let daemon: RunningDaemon

    init() throws { daemon = try RunningDaemon(Sandbox()) }

    private static let file = """
        schemes: [notes]
        routes: [{name: create, path: "/create", input: {title: line}, run: [printf, configured], output: text}]

        """

    private static func route(_ name: QueryValue, _ path: QueryValue, _ others: (String, QueryValue)...) -> QueryValue {
        .record([("name", name), ("path", path)] + others.map { ($0.0, $0.1) })
    }

    @Test func `a route answers from the reply of serve on, as declared`() throws {
        let worker = try TestWorker(
            daemon,
            Self.route(
                "weather.today", "/today/{city}", ("input", ["days": ["type": "int", "max": 7, "default": 1]]),
                ("summary", "The weather")))
        let client = try daemon.begin("weather:///today/Bern?days=3&x-source=app")
        let asked = try worker.asked()
        #expect(asked.parameters["route"] == "weather.today")
        #expect(asked.input == ["city": "Bern", "days": 3])
        #expect(asked.context?["url"] == "weather:///today/Bern?days=3&x-source=app")
        #expect(asked.context?["x-source"] == "app" && asked.context?["door"] == "control")
        #expect(asked.context?["deadline"]?.string?.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) == true)
        try worker.succeed(asked, ["sky": "grey"])
        let reply = try client.reply()
        #expect(reply["route"] == "weather.today" && reply["id"] == asked.context?["id"])
        #expect(reply["outcome"] == "success" && reply["output"] == ["sky": "grey"])
        // The input is checked before anybody is asked.
        #expect(try daemon.reply(to: "weather:///today/Bern?days=8")["error"]?["code"] == 400)
    }

    @Test func `routes, explain and link know a worker's route as any other`() throws {
        let worker = try TestWorker(
            daemon, Self.route("weather.today", "/today/{city}", ("input", ["days": "int?"]), ("summary", "Sky")))
        let listed = try #require(daemon.call("routes")["routes"]?.items.first { $0["name"] == "weather.today" })
        #expect(listed["source"]?.string?.contains(/^worker pid \d+ \(.+\)$/) == true, "\(listed.json)")
        #expect(listed["schemes"] == ["weather"] && listed["desktop"] == "never" && listed["summary"] == "Sky")
        #expect(listed["output"] == "json")
        let city: QueryValue = ["name": "city", "type": "line", "optional": false]
        #expect(listed["input"] == [city, ["name": "days", "type": "int", "optional": true]])
        let explained = try daemon.call("explain", ["url": "weather:///today/Bern?days=2"])
        #expect(explained["route"] == "weather.today" && explained["would"] == "run")
        #expect(explained["input"] == ["city": "Bern", "days": 2])
        let link = try daemon.call("link", ["route": "weather.today", "input": ["city": "Bern", "days": 2]])
        #expect(link["url"] == "weather:///today/Bern?days=2")
        #expect(try daemon.xcallback(["routes"]).output.contains("worker pid"))
        #expect(
            try daemon.xcallback(["status"]).output.contains(/\nworker     pid \d+ \(.+\): weather.today; 0 running/))
        _ = worker
    }

    @Test func `serve is not available on the desktop socket`() throws {
        let worker = try TestWorker(daemon, Self.route("weather.today", "/today"))
        #expect(try daemon.reply(to: "weather:///today", door: .desktop)["error"]?["code"] == 403)
        let refusal = try daemon.answer("serve", ["routes": [Self.route("a.b", "/c")]], door: .desktop)
        #expect(refusal["error"]?["code"] == -32601)
        _ = worker
    }

    private static func parsed(_ text: String) throws -> QueryValue {
        try JSONParser.parse(Array(text.utf8), depthLimit: 16)
    }

    @Test(arguments: TextTable.rows("refused-serves.txt", "mistakes"))
    func `serve refuses a mistake with the route's name, and adds no route`(row: [String]) throws {
        let error = try daemon.answer("serve", Self.parsed(row[0]))["error"]
        #expect(error?["code"] == -32602)
        #expect(error?["message"]?.string?.hasPrefix(row[1]) == true, "\(error?.json ?? "no error")")
        #expect(try daemon.workerRoutes() == [])
    }

    @Test(arguments: TextTable.rows("refused-serves.txt", "taken"))
    func `serve refuses a taken route with both names, and adds no route`(row: [String]) throws {
        let daemon = try RunningDaemon(Self.file, as: "notes")
        let worker = try TestWorker(
            daemon, Self.route("held.one", "/one"), Self.route("held.shared", "/s", ("shared", true)))
        let routes: QueryValue = [Self.route("free.route", "/free"), try Self.parsed(row[0])]
        let error = try daemon.answer("serve", ["routes": routes])["error"]
        #expect(error?["code"] == -32000 && error?["data"]?["code"] == 409)
        for name in row.dropFirst() {
            #expect(error?["message"]?.string?.contains(name) == true, "\(error?.json ?? "")")
        }
        #expect(try daemon.workerRoutes() == ["held.one", "held.shared"])
        #expect(try daemon.reply(to: "notes:///create?title=a")["output"]?["result"] == "configured")
        _ = worker
    }

    @Test func `a worker gets no request before the reply to serve`() throws {
        let client = Connection(try daemon.connect())
        for _ in 0..<20 {
            for _ in 0..<50 { try client.begin("dispatch", ["url": "eager:///now"]) }
            // It throws if anything comes before the reply to `serve`.
            _ = try TestWorker(daemon, Self.route("eager.now", "/now"))
            // Asked or not, each of them ends.
            for _ in 0..<50 {
                let code = try client.reply()["result"]?["error"]?["code"]
                #expect(code == 404 || code == 502)
            }
        }
    }

    @Test func `a connection can serve more routes, but no route twice`() throws {
        let worker = try TestWorker(daemon, Self.route("a.one", "/one", ("shared", true)))
        let again = try worker.connection.call("serve", ["routes": [Self.route("a.one", "/one", ("shared", true))]])
        #expect(again["error"]?["data"]?["code"] == 409)
        let other = try worker.connection.call("serve", ["routes": [Self.route("a.two", "/two")]])
        #expect(other["result"] == ["routes": ["a.two"]])
        #expect(try daemon.workerRoutes() == ["a.one", "a.two"])
        let listed = try worker.connection.call("status")["result"]?["workers"]?.json ?? ""
        #expect(listed.contains(#""routes":["a.one","a.two"],"running":0,"total":0"#), "\(listed)")
    }

    @Test func `a reload keeps a worker's routes, and notifies it of one that the configuration now has`() throws {
        let worker = try TestWorker(
            daemon, Self.route("notes.create", "/create"), Self.route("notes.delete", "/delete"))
        #expect(try daemon.xcallback(["reload"]).status == 0)
        #expect(try daemon.workerRoutes() == ["notes.create", "notes.delete"])
        try daemon.sandbox.routes(Self.file.replacing("name: create", with: "name: make"))
        #expect(try daemon.xcallback(["reload"]).status == 0)
        let told = try worker.connection.reply()
        #expect(told["method"] == "unserved" && told["id"] == nil && told["params"]?["route"] == "notes.create")
        #expect(told["params"]?["reason"]?.string?.contains("notes.make") == true)
        #expect(try daemon.workerRoutes() == ["notes.delete"])
        #expect(try daemon.reply(to: "notes:///create?title=a")["output"]?["result"] == "configured")
        try daemon.waitForLog("a route of the configuration replaces a worker's route")
    }
}

import QueryCoding
import RequestRecord
import Testing

/// The daemon checks each URL as it leaves, with the output in place, and a limit of one route holds for all that follow.
@Suite(.timeLimit(.minutes(1)))
struct OutgoingURLTests {
    private func start(_ settings: String = "") throws -> RunningDaemon {
        try RunningDaemon(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: json, path: /json, input: {j: string}, run: [printf, --, "%s", $j], output: json}
              - {name: hello, path: /hello, input: {name: line}, run: [printf, --, "hello %s", $name], output: text}
              - {name: sink, path: /sink, input: {result: line}, open: "https://ok.example/?q=$result"}
              - {name: app, path: /app, input: {result: line}, open: "other:///?q=$result"}
              - {name: on, path: /on, input: {result: line}, redirect: "t:///sink?result=$result"}
              - name: closed
                path: /closed
                input: {name: line}
                run: [printf, --, "secret of %s", $name]
                output: text
                callbacks: {hosts: [], allow: []}
            """, settings: "opener: [\"true\"]\n" + settings)
    }

    private func callback(
        _ daemon: RunningDaemon, _ url: String, _ door: Door = .control
    ) throws -> (url: String?, state: String?, reason: String?) {
        let callback = try daemon.reply(to: url, door: door)["callback"]
        return (callback?["url"]?.string, callback?["state"]?.string, callback?["reason"]?.string)
    }

    @Test func `output adds no attachment to a mail`() throws {
        let daemon = try start("callbacks: {allow: [mailto]}\n")
        let echoed = try callback(daemon, "xcallback:///echo?attach=%2Fetc%2Fpasswd&x-success=mailto%3Aa%40b")
        #expect(echoed.url == "mailto:a@b" && echoed.state == "opened")
        for door in [Door.desktop, .control] {
            let printed = try callback(
                daemon, "t:///json?j=%7B%22Attachment%22%3A%22%2Fetc%2Fpasswd%22%7D&x-success=mailto%3Aa%40b", door)
            #expect(printed.url == "mailto:a@b" && printed.state == "opened")
            for field in ["attach", "insert", "amp%3Battach", "amp%253Battach"] {
                let link = "t:///json?j=%7B%7D&x-success=mailto%3Aa%40b%3Fsubject%3Ds%26\(field)%3D%2Fetc%2Fpasswd"
                #expect(try daemon.reply(to: link, door: door)["error"]?["code"]?.text == "403")
            }
            let harmless = try callback(
                daemon, "t:///json?j=%7B%22subject%22%3A%22s%22%7D&x-success=mailto%3Aa%40b", door)
            #expect(harmless.url == "mailto:a@b?subject=s" && harmless.state == "opened")
        }
    }

    @Test func `output adds no callback to the next request, and replaces nothing that the caller wrote`() throws {
        let daemon = try start()
        let output = "%7B%22x-success%22%3A%22t%3A%2F%2F%2Fhello%3Fname%3Devil%22%2C%22name%22%3A%22evil%22%7D"
        let told = try callback(daemon, "t:///json?j=\(output)&x-success=t%3A%2F%2F%2Fhello%3Fname%3Dmine")
        #expect(told.url == "t:///hello?name=mine" && told.state == "dispatched")
        try daemon.waitUntilIdle()
        let requests = try daemon.history()
        #expect(requests.map { $0["url"] }.prefix(1) == ["t:///hello?name=mine"])
        #expect(requests.first?["output"]?["result"] == "hello mine")
        #expect(requests.count == 2)
    }

    @Test(
        arguments: ["sink", "app", "on"],  // a web page, another app, and both by way of a redirect
        [Door.desktop, .control])
    func `a route that narrows its callbacks cannot be evaded through another of our routes`(
        route: String, door: Door
    ) throws {
        let daemon = try start("callbacks: {hosts: [ok.example]}\n")
        let direct = try daemon.reply(to: "t:///closed?name=x&x-success=https%3A%2F%2Fok.example%2F", door: door)
        #expect(direct["error"]?["code"] == 403)
        #expect(try callback(daemon, "t:///closed?name=x&x-success=t%3A%2F%2F%2F\(route)", door).state == "dispatched")
        try daemon.waitUntilIdle()
        let second = try #require(try daemon.history().first)
        #expect(second["error"]?["code"] == 403, "\(second.json)")
        // Neither by running it again, nor after a restart.
        let id = try #require(second["id"]?.string)
        #expect(try daemon.call("rerun", ["id": .string(id)])["error"]?["code"] == 403)
        #expect(daemon.stop() == 0)
        let next = try RunningDaemon(daemon.sandbox)
        #expect(try next.call("rerun", ["id": .string(id)])["error"]?["code"] == 403)
        // Without the other route, it opens the URL that its author wrote.
        #expect(try next.reply(to: "t:///\(route)?result=x")["outcome"] == "success")
    }
}

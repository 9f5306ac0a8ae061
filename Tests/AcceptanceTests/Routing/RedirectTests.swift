import DispatcherMessages
import QueryCoding
import RequestRecord
import Testing

/// A route that sends its requests on as another URL.
@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
    private func start() throws -> RunningDaemon {
        try RunningDaemon(
            """
            schemes: [t]
            domains: [t.example]
            desktop: allow
            routes:
              - {name: create, path: /create, input: {title: line, source: line?}, run: [printf, --, "%s from %s", $title, "${x-source}"], output: text}
              - {name: told, path: /told, input: {title: line}, run: [printf, --, "%s by %s", $title, "${x-url}"], output: text}
              - {name: old, path: "/old/{name}", input: {title: line?}, redirect: "t:///create?title=$name"}
              - {name: again, path: /again, redirect: "t:///old/twice"}
              - {name: web, path: /web, redirect: "https://t.example/told?title=web"}
              - {name: in, path: /in, redirect: "xcallback:///echo?a=b"}
              - {name: never, path: /never, desktop: never, run: ["true"]}
              - {name: closed, path: /closed, redirect: "t:///never"}
              - {name: gone, path: /gone, redirect: "t:///nowhere"}
              - {name: one, path: /one, redirect: "t:///two"}
              - {name: two, path: /two, redirect: "t:///one"}
              - {name: tells, path: /tells, input: {to: line}, redirect: "t:///create?title=x&x-success=$to"}
              - {name: narrow, path: /narrow, callbacks: {allow: [mine]}, input: {to: line}, redirect: "t:///create?title=x&x-success=$to"}
              - {name: opens, path: /opens, open: "t:///create?title=opened"}
              - {name: rest, path: /rest, fallback: true, redirect: "t:///create?title=rest"}
            """, settings: "opener: [\"true\"]\n")
    }

    @Test(
        arguments: [
            ("t:///old/a%26b%20%C3%A9?x-source=me", "t.create", "a&b é from me"),
            ("t:///again?x-source=me", "t.create", "twice from me"),
            ("t:///web", "t.told", "web by https://t.example/told?title=web"),
            ("t:///any/path?x-source=me", "t.create", "rest from me"),  // the default route
        ])
    func `a redirect goes on as the URL, with the route and the outcome of that URL`(
        url: String, route: String, result: String
    ) throws {
        let reply = try start().reply(to: url)
        #expect(reply["url"] == .string(url))
        #expect(reply["route"] == .string(route))
        #expect(reply["output"]?["result"] == .string(result))
    }

    @Test func `a redirect is one request with one callback; an open to our own scheme is a separate request`() throws {
        let daemon = try start()
        func total() throws -> QueryValue? {
            try daemon.call("status")["requests"]?["total"]
        }
        let reply = try daemon.reply(to: "t:///again?x-success=app%3Adone&x-source=me")
        #expect(reply["callback"] == ["url": "app:done?result=twice%20from%20me", "state": "opened"])
        #expect(try total() == 1)
        #expect(try daemon.result("t:///opens?x-source=me") == "opened from ")
        #expect(try total() == 3)
    }

    @Test func `callbacks of the target replace the caller's`() throws {
        let reply = try start().reply(to: "t:///tells?to=app%3Amine&x-success=app%3Ayours&x-error=app%3Ano")
        #expect(reply["callback"]?["url"]?.string?.hasPrefix("app:mine?result=") == true)
    }

    @Test func `callbacks that a route narrows stay narrow after its redirect`() throws {
        let daemon = try start()
        #expect(try daemon.reply(to: "t:///narrow?to=mine%3Ax")["callback"]?["state"] == "opened")
        #expect(try daemon.reply(to: "t:///narrow?to=other%3Ax")["error"]?["code"] == 403)
    }

    @Test func `a loop of redirects ends as 508, with one callback`() throws {
        let daemon = try start()
        let reply = try daemon.reply(to: "t:///one?x-error=app%3Ano")
        #expect(reply["error"] == ["code": 508, "message": "too many nested requests (limit 8)"])
        #expect(reply["callback"]?["state"] == "opened")
        #expect(reply["callback"]?["url"]?.string?.hasPrefix("app:no?errorCode=508") == true)
    }

    @Test func `a redirect keeps the socket of its request, and so its rules`() throws {
        let daemon = try start()
        #expect(try daemon.result("t:///closed") == "success")
        #expect(try daemon.result("t:///closed", .desktop) == "403")
        #expect(try daemon.result("t:///in") == "success")
        #expect(try daemon.result("t:///in", .desktop) == "403")
        // Another app needs the user's consent, whichever part of the request named it.
        #expect(try daemon.result("t:///tells?to=app%3Amine", .desktop) == "403")
    }

    @Test func `a target without a route is 404, unless there is a default route`() throws {
        #expect(try start().result("t:///gone") == "rest from ")
        let alone = try RunningDaemon("schemes: [t]\nroutes: [{name: gone, path: /gone, redirect: \"t:///nowhere\"}]\n")
        let error = try alone.reply(to: "t:///gone")["error"]
        #expect(error == ["code": 404, "message": "no route for t:///nowhere"])
    }
}

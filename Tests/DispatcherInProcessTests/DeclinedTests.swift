import DispatcherScenarios
import DispatcherService
import Synchronization
import Testing

/// A handler of the program that does not want a URL leaves it to the next best route, a file's among them.
struct DeclinedTests {
    /// A dispatcher with handlers that decline, by their paths, beside the routes of a file.
    private func dispatcher(
        declining paths: [String], _ routes: String = "", compiled: [CompiledRoute] = [], isImmediate: Bool = false
    ) async throws -> TestDispatcher {
        let scheme = Scope.scheme(try #require(Scheme("t")))
        let declining = try paths.enumerated().map { index, path in
            try CompiledRoute(
                path, in: [scheme], name: "program.\(index)",
                isImmediate: isImmediate, handler: RouteHandler { () throws -> Void in throw Declined() })
        }
        let files = routes.isEmpty ? [:] : ["t": "feature: t\nschemes: [t]\n\(routes)"]
        return try await TestDispatcher(Fixture(routes: files), compiled: declining + compiled)
    }

    @Test(arguments: [false, true])
    func `the next best handler gets the URL, with the parameters of its own pattern`(isImmediate: Bool) async throws {
        let scheme = Scope.scheme(try #require(Scheme("t")))
        let next = try CompiledRoute(
            "/{first}/{second}", in: [scheme], name: "program.next", isImmediate: isImmediate,
            handler: RouteHandler { (input: [String: String]) throws -> [String: String] in input })
        let dispatcher = try await dispatcher(
            declining: ["/a/b", "/a/{x}"], compiled: [next], isImmediate: isImmediate)
        let reply = try await dispatcher.reply(to: "t:///a/b?x=1")
        #expect(reply["route"] == "program.next")
        #expect(reply["output"]?["first"] == "a")
        #expect(reply["output"]?["second"] == "b")
        #expect(reply["output"]?["x"] == "1")
    }

    static let checked: [(String, String, QueryValue?)] = [
        ("", "t:///a/7", nil),
        ("", "t:///a/x", 400),  // its own input
        ("strict-input: true", "t:///a/7?b=1", 400),
        ("strict-input: true, strip: [b]", "t:///a/7?b=1", nil),
        ("token: {file: /nowhere}", "t:///a/7?x-token=no", 401),
    ]

    @Test(arguments: checked)
    func `the next route is checked like the first`(keys: String, url: String, code: QueryValue?) async throws {
        let more = keys.isEmpty ? "" : ", \(keys)"
        let dispatcher = try await dispatcher(
            declining: ["/a/{any}"],
            "routes: [{name: r, path: \"/{a}/{id}\", input: {a: line, id: int}, open: \"xcallback:///echo?id=$id\"\(more)}]"
        )
        let reply = try await dispatcher.reply(to: url)
        #expect(reply["route"] == "t.r")
        #expect(reply["error"]?["code"] == code)
        #expect(reply["output"] == (code == nil ? ["id": "7"] : nil))
    }

    @Test func `the availability and the rate of the next route hold`() async throws {
        let off = try await dispatcher(
            declining: ["/a"], "enabled: false\nroutes: [{name: r, path: \"/{x}\", open: \"xcallback:///ping\"}]")
        #expect(try await off.reply(to: "t:///a")["error"]?["code"] == 424)
        let slow = try await dispatcher(
            declining: ["/a"],
            "rate: {per-second: 1, burst: 1}\nroutes: [{name: r, path: \"/{x}\", open: \"xcallback:///ping\"}]")
        #expect(try await slow.reply(to: "t:///a")["outcome"] == "success")
        #expect(try await slow.reply(to: "t:///a")["error"]?["code"] == 429)
    }

    @Test func `the default route comes last, and without one it is 404`() async throws {
        let fallback = "routes: [{name: r, path: /r, fallback: true, open: \"xcallback:///echo?a=b\"}]"
        let reply = try await dispatcher(declining: ["/a", "/{x}"], fallback).reply(to: "t:///a")
        #expect(reply["route"] == "t.r" && reply["output"] == ["a": "b"])
        let none = try await dispatcher(declining: ["/a", "/{x}"]).reply(to: "t:///a")
        #expect(none["route"] == nil)
        #expect(none["error"]?["code"] == 404)
    }

    @Test func `a handler that has declined is not asked again`() async throws {
        let calls = Mutex(0)
        let scheme = Scope.scheme(try #require(Scheme("t")))
        let counting = try CompiledRoute(
            "/a", in: [scheme], name: "program.counting",
            handler: RouteHandler { () throws -> Void in
                calls.withLock { $0 += 1 }
                throw Declined()
            })
        _ = try await dispatcher(declining: ["/{x}", "/*"], compiled: [counting]).reply(to: "t:///a")
        #expect(calls.withLock { $0 } == 1)
    }
}

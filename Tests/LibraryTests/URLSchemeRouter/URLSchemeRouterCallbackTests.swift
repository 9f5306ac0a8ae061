import Synchronization
import Testing
import URLSchemeRouter

/// The callbacks that are opened, and those that never are.
struct URLSchemeRouterCallbackTests {
    private var (router, opened) = OpenedURLs.router()

    @Test(arguments: [
        ("x-success=file%3A%2F%2F%2Fetc%2Fpasswd", "x-success is refused: file: is never opened as a callback"),
        ("x-success=javascript%3Aalert(1)", "x-success is refused: javascript: is never opened as a callback"),
        ("x-cancel=ssh%3A%2F%2Fa", "x-cancel is refused: ssh: is never opened as a callback"),
        ("x-success=nothing", "x-success is refused: not a URL: it needs a scheme, as in 'notes:///create'"),
        ("x-cancel=s%3A%2F%2Fu%40h", "x-cancel is refused: user info ('user@') is not accepted in a URL"),
    ])
    func `refuses a callback before the handler runs, and reports it to an allowed x-error`(
        query: String, message: String
    ) {
        let runs = Mutex(0)
        router.route("/test") { runs.withLock { $0 += 1 } }
        #expect(router.handle("test:///test?\(query)&x-error=f:f"))
        #expect(runs.withLock(\.self) == 0)
        #expect(opened.urls == ["f:f?errorCode=403&errorMessage=\(PercentCoding.encode(message))"])
        #expect(router.handle("test:///test?\(query)"))
        #expect(opened.urls.count == 1)
        #expect((opened.errors.first as? OutcomeError)?.code == 403)
    }

    @Test func `opens nothing if x-error itself is refused`() {
        router.route("/test") {}
        #expect(router.handle("test:///test?x-error=file%3A%2F%2F%2Fa&x-success=s:s"))
        #expect(router.handle("test:///test?x-error=f:f&x-error=g:g&x-success=s:s"))
        #expect(router.handle("test:///test?a=%FF&x-error=file%3A%2F%2F%2Fa"))
        #expect(opened.urls.isEmpty)
        #expect(opened.errors.compactMap { ($0 as? OutcomeError)?.code } == [403, 400])
    }

    @Test(arguments: [
        ("test:///test?text=%FF", "parameter \"text\" is not valid UTF-8"),
        ("test:///%00?a", "the path has the control character U+0000"),
        ("test://u@x-callback-url/test?a", "user info ('user@') is not accepted in a URL"),
        ("test:///test?x-success=a:a&x-success=b:b", "parameter \"x-success\" appears more than once"),
    ])
    func `reports a malformed URL to x-error`(text: String, message: String) async throws {
        router.route("/test") {}
        let error = OutcomeError(code: 400, message: message)
        #expect(try await router.respond(to: "\(text)&x-error=f%3Af") == .error(error))
        #expect(opened.urls == ["f:f?errorCode=400&errorMessage=\(PercentCoding.encode(message))"])
    }

    @Test(arguments: [
        "other:///test?x-error=f:f", "other:///test?a=%FF&x-error=f:f", "https://a/test?x-error=f:f",
        "other://u@h?x-error=f:f",
    ])
    func `opens nothing for a scheme that no route names`(text: String) async throws {
        router.route("/test") {}
        #expect(!router.handle(text))
        guard case .error(let error) = try await router.respond(to: text) else {
            Issue.record("answered")
            return
        }
        #expect(error.code == 404)
        #expect(opened.urls.isEmpty)
        #expect(opened.errors.isEmpty)
    }

    @Test func `reports a path without a route to x-error`() {
        router.route("/create") {}
        #expect(!router.handle("test:///crate?x-error=f:f"))
        #expect(
            opened.urls == [
                "f:f?errorCode=404&errorMessage=no%20route%20for%20test%3A%2F%2F%2Fcrate%3B%20did%20you%20mean%20%2Fcreate%3F"
            ])
    }

    @Test func `passes an unopenable callback to onError`() {
        router.route("/test") {}
        #expect(router.handle("test:///test?x-success=s%3A%2F%2Fhost%3Aport%2F"))
        #expect(opened.urls.isEmpty)
        #expect(opened.errors.count == 1)
    }

    // Callbacks to the router's own routes.

    @Test func `runs a callback to its own scheme in the process`() {
        router.route("/first") { ["n": 7] }
        router.route("/second/{x}") { (field: [String: String]) in field }
        router.handle("test:///first?x-success=TEST%3Asecond%2Fa%3Fx-success%3Ds%253As")
        #expect(opened.urls == ["s:s?n=7&x=a"])
    }

    @Test(arguments: [(8, true), (9, false)])
    func `follows callbacks at most eight deep`(depth: Int, arrives: Bool) {
        let runs = Mutex(0)
        router.route("/next") { runs.withLock { $0 += 1 } }
        var url = "s:end"
        for _ in 0...depth { url = "test:///next?x-success=\(PercentCoding.encode(url))" }
        router.handle(url)
        #expect(runs.withLock(\.self) == 9)
        #expect(opened.urls == (arrives ? ["s:end"] : []))
        #expect(opened.errors.compactMap { ($0 as? OutcomeError)?.code } == (arrives ? [] : [508]))
    }

    @Test func `opens exactly one callback for each request`() async throws {
        router.route("/ok") { ["a": 1] }
        router.route("/fails") { throw BoomError() }
        router.route("/cancels") { throw CancelledByUser() }
        router.route("/declines") { throw Declined() }
        var count = 0
        for path in ["ok", "fails", "cancels", "declines", "none", "ok?a=%FF", "ok?x-success=a:a"] {
            let text = "test:///\(path)\(path.contains("?") ? "&" : "?")x-success=s:s&x-error=e:e&x-cancel=c:c"
            router.handle(text)
            count += 1
            #expect(opened.urls.count == count)
            _ = try await router.respond(to: text)
            count += 1
            #expect(opened.urls.count == count)
        }
    }

    @Test(
        arguments: [
            (["text": "a\u{1B}b"], "text"), (["text": "\u{9F}"], "text"), (["a\0": "b"], "a%00"),
            ("\u{7F}", "result"), (["list": ["a", ["b": "\u{1}"]]], "list.1.b"),
        ] as [(QueryValue, String)])
    func `an output with a control character is an error, if a callback carries it`(
        output: QueryValue, name: String
    ) async throws {
        router.route("/test") { output }
        #expect(try await router.respond(to: "test:///test").kind == .success)
        let error = OutcomeError(.failed, "output \"\(name)\" has a control character, which no URL can have")
        #expect(try await router.respond(to: "test:///test?x-success=s%3As&x-error=e%3Ae") == .error(error))
        #expect(opened.urls.count == 1)
        #expect(opened.urls.first?.hasPrefix("e:e?errorCode=500&") == true)
    }

    @Test func `a tab and a line break reach the callback`() {
        router.route("/test") { ["text": "a\tb\r\n"] }
        #expect(router.handle("test:///test?x-success=s%3As"))
        #expect(opened.urls == ["s:s?text=a%09b%0D%0A"])
    }

    @Test func `does not open a callback that is longer than an argument of a program`() async throws {
        let room = CallbackURL.maximumLength - "s:s?result=".utf8.count
        router.route("/fits") { String(repeating: "a", count: room) }
        router.route("/long") { String(repeating: "a", count: room + 1) }
        router.route("/fails") { () throws -> Void in
            throw OutcomeError(code: 7, message: String(repeating: "a", count: room + 1))
        }
        let outcome = try await router.respond(to: "test:///fits?x-success=s%3As")
        #expect(outcome.kind == .success)
        #expect(opened.urls.map(\.utf8.count) == [CallbackURL.maximumLength])
        let error = OutcomeError(.tooLarge, "x-success would be longer than 131071 bytes")
        #expect(try await router.respond(to: "test:///long?x-success=s%3As&x-error=e%3Ae") == .error(error))
        #expect(opened.urls.count == 2)
        #expect(opened.urls.last?.hasPrefix("e:e?errorCode=413&") == true)
        #expect(router.handle("test:///fails?x-error=e%3Ae"))
        #expect(opened.urls.count == 2)
        #expect((opened.errors.last as? OutcomeError)?.message == "x-error would be longer than 131071 bytes")
    }

    @Test func `suggests nothing if every handler declined`() async throws {
        router.route("/1") {}
        router.route("/{id}") { throw Declined() }
        let outcome = try await router.respond(to: "test:///5")
        #expect(outcome == .error(OutcomeError(.noRoute, "no route for test:///5")))
    }
}

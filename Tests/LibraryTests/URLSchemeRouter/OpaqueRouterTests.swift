import Foundation
import Synchronization
import Testing
import URLSchemeRouter

/// A router whose schemes have opaque URLs.
struct OpaqueRouterTests {
    private struct Rest: Codable, Equatable { var rest: String }

    private let router = URLSchemeRouter(scheme: "freetube", isOpaque: true)

    private func text(_ url: String) async throws -> String {
        let outcome = try await router.respond(to: url)
        guard case .success(let output) = outcome else { return "\(outcome)" }
        return output.object["result"]?.text ?? ""
    }

    @Test func `matches one segment, slashes included, the affixed pattern first`() async throws {
        router.route("/{rest}") { (input: Rest) in "any \(input.rest)" }
        router.route("/https://{rest}") { (input: Rest) in "https \(input.rest)" }
        router.route("/https//{rest}") { (input: Rest) in "browser \(input.rest)" }
        router.route("/about?x=1#y") { "literal" }
        #expect(
            try await text("freetube://https://a.example/w?v=1&x-success=b:c#d")
                == "https a.example/w?v=1&x-success=b:c#d")
        #expect(try await text("freetube://https//a.example/w") == "browser a.example/w")
        #expect(try await text("freetube:mailto:a%2Fb") == "any mailto:a/b")
        #expect(try await text("freetube://about?x=1#y") == "literal")
        #expect(router.canHandle(try #require(URL(string: "freetube:x"))))
        #expect(!router.canHandle(try #require(URL(string: "other:x"))))
    }

    @Test func `handles a path of the program, and answers with its default route`() async throws {
        let seen = Mutex("")
        try router.fallback(
            handler: RouteHandler { seen.withLock { $0 = RequestContext.current?.url.path.first ?? "" } })
        #expect(router.resolve("a//b?c"))
        #expect(seen.withLock(\.self) == "a//b?c")
    }

    @Test(arguments: [
        "https://a.example/w?v=1", "100% a b", "//x", "/", "é|\u{7F}".replacingOccurrences(of: "\u{7F}", with: ""),
    ])
    func `reads its links back`(text: String) throws {
        let read = Mutex<Rest?>(nil)
        router.route("/{rest}", name: "rest") { (input: Rest) in read.withLock { $0 = input } }
        let link = try router.link(to: "rest", with: Rest(rest: text))
        #expect(router.handle(link))
        #expect(read.withLock(\.self) == Rest(rest: text), "\(link)")
    }

    @Test func `writes no link with a query or callbacks`() throws {
        struct Two: Codable { var rest: String, more: String }
        router.route("/v/{rest}", name: "rest") { (_: Rest) in }
        #expect(throws: LinkError.noQuery(pattern: "/v/{rest}")) {
            try router.link(to: "rest", with: Two(rest: "a", more: "b"))
        }
        let success = try CallbackURL("app:done")
        #expect(throws: LinkError.noQuery(pattern: "/v/{rest}")) {
            try router.link(to: "rest", with: Rest(rest: "a"), callbacks: Callbacks(success: success))
        }
        #expect(try router.link(to: "rest", with: Rest(rest: "a")).absoluteString == "freetube:v/a")
    }

    @Test func `opens no callback of a middleware into its own scheme`() async throws {
        struct CallBack: AsyncMiddleware {
            func decide(_ request: RoutedRequest) async throws -> MiddlewareDecision {
                var request = request
                request.url.callbacks = Callbacks(success: try CallbackURL("freetube:again"))
                return .proceed(request)
            }
        }
        let runs = Mutex(0)
        let codes = Mutex<[Int]>([])
        let router = URLSchemeRouter(scheme: "freetube", isOpaque: true) { error in
            codes.withLock { $0.append((error as? OutcomeError)?.code ?? 0) }
        }
        router.use(CallBack())
        router.route("/{rest}") { (_: Rest) in runs.withLock { $0 += 1 } }
        _ = try await router.respond(to: "freetube:once")
        #expect(runs.withLock(\.self) == 1 && codes.withLock(\.self) == [403])
    }

    @Test(arguments: ["/{rest**}", "/a/{rest?}", "/{a}{b}", "/a*"])
    func `refuses a pattern of several segments`(pattern: String) {
        #expect(throws: RoutePatternError.self) { try router.add(pattern, handler: RouteHandler {}) }
    }

    @Test func `refuses scopes of other schemes`() {
        #expect(throws: RoutePatternError.self) { try router.add("/a", in: [.anyScheme], handler: RouteHandler {}) }
        #expect(throws: RoutePatternError.self) {
            try router.add("/a", in: [.domain("a.example")], handler: RouteHandler {})
        }
    }
}

import FoundationEssentials
import Testing
import URLSchemeRouter

/// The samples of the article "Coming from Turnpike".
struct ComingFromTurnpikeTests {
    private let router = URLSchemeRouter(scheme: "shop")
    private let app = ArticleApp()

    @Test func `a mapped route`() throws {
        let app = app
        struct ProductID: Decodable {
            let product_id: Int
        }

        router.route("product/:product_id") { (product: ProductID) in
            app.show("product \(product.product_id)")
        }
        for url in ["shop:product/1988", "shop://product/1988", "shop:///product/1988"] {
            #expect(router.handle(try incoming(url)))
        }
        router.resolve("product/1988")
        #expect(app.shown == ["product 1988", "product 1988", "product 1988", "product 1988"])
    }

    @Test func `the default route`() throws {
        let app = app
        try router.fallback(handler: RouteHandler { app.show("landing page") })
        #expect(router.handle(try incoming("shop:nowhere")))
        #expect(app.shown == ["landing page"])
    }

    @Test func `a dictionary can be the input`() throws {
        let app = app
        router.route("tab/:tab_name") { (parameters: [String: String]) in
            app.show("\(parameters["tab_name"] ?? "") with \(parameters["coupon_id"] ?? "no coupon")")
        }
        router.route("product/:id") { (product: Int) in app.show("product \(product)") }
        router.handle(try incoming("shop:tab/food?coupon_id=7&utm.source=x&draft"))
        router.handle(try incoming("shop:product/7"))
        #expect(app.shown == ["food with 7", "product 7"])
    }

    @Test func `filters are middleware`() throws {
        let app = app
        struct CouponFilter: Middleware {
            let process: @Sendable (String) -> Void

            func decide(_ request: RoutedRequest) -> MiddlewareDecision {
                if case .value(let coupon) = request.url.parameters["coupon_id"] { process(coupon) }
                return .proceed(request)
            }
        }

        router.use(RequestLog { request, _ in app.show(request.route ?? "no route") })
        router.use(CouponFilter { coupon in app.show("coupon \(coupon)") })
        router.use { request in
            request.pathParameters["tab_name"] == .value("food") ? .end(.cancel) : .proceed(request)
        }

        router.route("tab/:tab_name") { app.show("tab") }
        router.route("cart") { app.show("cart") }
        router.handle(try incoming("shop:cart?coupon_id=7"))
        router.handle(try incoming("shop:nowhere"))
        router.handle(try incoming("shop:tab/food"))
        #expect(app.shown == ["coupon 7", "cart", "cart", "no route", "tab/:tab_name"])
    }

    @Test func `a filter that stops the request returns its outcome`() async throws {
        struct SignedIn: Middleware {
            let isSignedIn: @Sendable () -> Bool

            func decide(_ request: RoutedRequest) -> MiddlewareDecision {
                isSignedIn() ? .proceed(request) : .end(.error(OutcomeError(.refused, "sign in first")))
            }
        }

        router.use(SignedIn { false })
        router.route("cart") {}
        let outcome = await router.respond(to: try incoming("shop:cart"))
        #expect(outcome == .error(OutcomeError(.refused, "sign in first")))
    }

    @Test(arguments: [
        ("shop:product/sale", "sale"),  // the literal wins in any order
        ("shop:hello", "hello"),  // mapped as /hello
        ("shop:product/a%20b", "product a b"),  // decoded once
        ("shop:search?text=b=c", "b=c,false"),
        ("shop:search?text=a;b&draft", "a;b,true"),
    ])
    func `differs where the article says so`(url: String, shown: String) throws {
        struct Search: Decodable {
            let text: String
            let draft: Bool?
        }
        let app = app
        router.route("product/:name") { (product: [String: String]) in app.show("product \(product["name"] ?? "")") }
        router.route("product/sale") { app.show("sale") }
        router.route("/hello") { app.show("hello") }
        router.route("search") { (search: Search) in app.show("\(search.text),\(search.draft ?? false)") }
        #expect(router.handle(try incoming(url)))
        #expect(app.shown == [shown])
        #expect(!router.handle(try incoming("other:hello")))
    }
}

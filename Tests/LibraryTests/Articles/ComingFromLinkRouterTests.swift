import FoundationEssentials
import Testing
import URLSchemeRouter

/// The samples of the article "Coming from LinkRouter".
struct ComingFromLinkRouterTests {
    private let router = URLSchemeRouter(scheme: "boardgames")

    private struct GamesCoordinator: Sendable {
        let app: ArticleApp
        func showGameHomeScreen() { app.show("home") }
        func showGameCollection(of username: String) { app.show("games of \(username)") }
        func showGameReviews(by username: String) { app.show("reviews by \(username)") }
        func showGameReview(of game: String) { app.show("reviews of \(game)") }
    }

    private let app = ArticleApp()
    private var coordinator: GamesCoordinator { GamesCoordinator(app: app) }

    @Test func `one route replaces each path of a handler`() throws {
        let coordinator = coordinator
        struct User: Codable {
            let username: String
        }
        struct Game: Codable {
            let game: String
        }

        router.route("games") { coordinator.showGameHomeScreen() }
        router.route("games/{username}") { (user: User) in
            coordinator.showGameCollection(of: user.username)
        }
        router.route("games/{username}/reviews") { (user: User) in
            coordinator.showGameReviews(by: user.username)
        }
        router.route("games/reviews/{game}") { (game: Game) in
            coordinator.showGameReview(of: game.game)
        }
        for path in ["games", "games/kim", "games/kim/reviews", "games/reviews/go", "games/reviews/reviews"] {
            #expect(router.handle(try incoming("boardgames://\(path)")))
            #expect(router.handle(try incoming("boardgames:///\(path)/")))
        }
        let shown = ["home", "games of kim", "reviews by kim", "reviews of go", "reviews of reviews"]
        #expect(app.shown == shown.flatMap { [$0, $0] })
    }

    @Test func `the shared router`() throws {
        let coordinator = coordinator
        URLSchemeRouter.shared.route("games/{username}") { (username: String) in
            coordinator.showGameCollection(of: username)
        }
        let router = URLSchemeRouter(scheme: "boardgames", domains: ["www.mysite.com"])
        router.route("games") { coordinator.showGameHomeScreen() }
        #expect(URLSchemeRouter.shared.handle(try incoming("boardgames://games/kim")))
        #expect(router.handle(try incoming("https://www.mysite.com/games")))
        #expect(app.shown == ["games of kim", "home"])
    }

    @Test func `the query can have the value of an optional segment`() throws {
        let coordinator = coordinator
        struct User: Decodable {
            let username: String?
        }
        router.route("games/{username?}") { (user: User) in
            if let username = user.username {
                coordinator.showGameCollection(of: username)
            } else {
                coordinator.showGameHomeScreen()
            }
        }
        for path in ["games", "games/kim", "games?username=lee"] {
            #expect(router.handle(try incoming("boardgames://\(path)")))
        }
        #expect(app.shown == ["home", "games of kim", "games of lee"])
    }

    @Test func `universal links`() throws {
        let app = app
        router.route("games/{username}", in: [.scheme("boardgames"), .domain("www.mysite.com")]) { (name: String) in
            app.show(name)
        }

        let webLink = try incoming("https://www.mysite.com/games/kim?sort=name")
        let appLink = try router.appLink(for: webLink)
        #expect(appLink.absoluteString == "boardgames://games/kim?sort=name")
        #expect(try router.webLink(for: appLink) == webLink)
        #expect(router.canHandle(webLink) && router.canHandle(appLink))
        router.handle(webLink)
        #expect(app.shown == ["kim"])
    }

    @Test func `a handler declines`() throws {
        let coordinator = coordinator
        let isPlayer: @Sendable (String) -> Bool = { $0 == "kim" }
        struct User: Decodable {
            let username: String
        }
        router.route("games/{username}") { (user: User) in
            guard isPlayer(user.username) else { throw Declined() }
            coordinator.showGameCollection(of: user.username)
        }
        #expect(router.handle(try incoming("boardgames://games/kim")))
        #expect(!router.handle(try incoming("boardgames://games/nobody")))
        #expect(app.shown == ["games of kim"])
    }

    @Test func `differs where the article says so`() throws {
        let app = app
        router.route("games/{username}") { (user: [String: String]) in app.show(user["username"] ?? "") }
        router.route("games") { app.show("home") }
        for url in ["boardgames://games/kim?username=lee", "boardgames:///games/", "boardgames:///other/games/kim"] {
            router.handle(try incoming(url))
        }
        #expect(!router.handle(try incoming("otherapp://games/kim")))
        #expect(app.shown == ["kim", "home"])
    }
}

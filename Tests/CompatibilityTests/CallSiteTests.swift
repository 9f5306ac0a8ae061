import URLSchemeRouter
import XCTest

/// Call sites that Swift 6 rejects: closures that capture values that are not `Sendable`.
final class CallSiteTests: XCTestCase {
    /// An app delegate that makes a router for each URL.
    private final class Delegate {
        var alerts: [String] = []
        var searches = 0

        func open(_ url: URL) -> Bool {
            let router = URLSchemeRouter(scheme: "notesapp") { [weak self] error in
                guard let self else { return }
                alerts.append(error.localizedDescription)
            }
            router.route("/search") { self.searches += 1 }
            struct Failure: LocalizedError {
                var errorDescription: String? { "Invalid URL" }
            }
            router.route("/save") { throw Failure() }
            return router.handle(url)
        }
    }

    func testHandlersChangeTheirSurroundingsBeforeHandleReturns() throws {
        let delegate = Delegate()
        XCTAssertTrue(delegate.open(try XCTUnwrap(URL(string: "notesapp:///search"))))
        XCTAssertTrue(delegate.open(try XCTUnwrap(URL(string: "notesapp:///save"))))
        XCTAssertFalse(delegate.open(try XCTUnwrap(URL(string: "otherapp:///search"))))
        XCTAssertEqual(delegate.searches, 1)
        XCTAssertEqual(delegate.alerts, ["Invalid URL"])
    }

    func testHandlersCountInVariables() throws {
        var count = 0
        let router = URLSchemeRouter(scheme: "notesapp")
        router.route("/count") { count += 1 }
        router.handle(try XCTUnwrap(URL(string: "notesapp:///count")))
        XCTAssertEqual(count, 1)
    }

    /// A view controller, whose handlers call its methods.
    @MainActor
    private final class Controller {
        private(set) var events: [String] = []

        func open(_ url: URL) -> Bool {
            let router = URLSchemeRouter(scheme: "notesapp") { [weak self] error in
                self?.events.append(error.localizedDescription)
            }
            router.openURL = { [weak self] in self?.events.append($0.absoluteString) }
            router.route("/title") { self.title() }
            router.route("/show") { (title: String) in self.show(title) }
            return router.handle(url)
        }

        func title() -> String { "Notes" }
        func show(_ title: String) { events.append(title) }
    }

    @MainActor func testMainActorHandlersHaveRunWhenHandleReturns() throws {
        let controller = Controller()
        XCTAssertTrue(controller.open(try XCTUnwrap(URL(string: "notesapp:///title?x-success=otherapp%3A"))))
        XCTAssertTrue(controller.open(try XCTUnwrap(URL(string: "notesapp:///show?result=Hi"))))
        XCTAssertTrue(controller.open(try XCTUnwrap(URL(string: "notesapp:///show"))))
        XCTAssertEqual(
            controller.events,
            ["otherapp:?result=Notes", "Hi", "Required parameter \"result\" not found."])
    }
}

import XCTest

@testable import URLSchemeRouter

/// Every behaviour that the own tests of finnvoor/URLSchemeRouter check, written in Swift 5 like a program for it.
final class CompatibilityTests: XCTestCase {
    private struct Sentence: Codable { let text: String }

    /// A router that expects to open one URL.
    private func router(opening expected: String, line: UInt = #line) -> (URLSchemeRouter, XCTestExpectation) {
        let router = URLSchemeRouter(scheme: "test")
        router.defaultErrorCode = 0
        let opened = expectation(description: "opened")
        router.openURL = {
            XCTAssertEqual($0.absoluteString, expected, line: line)
            opened.fulfill()
        }
        return (router, opened)
    }

    private func handle(_ text: String, with router: URLSchemeRouter, file: StaticString = #file, line: UInt = #line) {
        guard let url = URL(string: text) else { return XCTFail("no URL: \(text)", file: file, line: line) }
        XCTAssertTrue(router.handle(url), file: file, line: line)
    }

    func testOutputMadeOfTheInputGoesToSuccess() {
        let (router, opened) = router(opening: "done://here?text=good%20morning")
        router.route("/say") { (input: Sentence) in
            Sentence(text: input.text)
        }
        handle("test:///say?text=good%20morning&x-success=done%3A%2F%2Fhere", with: router)
        wait(for: [opened])
    }

    func testInputAloneLeavesSuccessAsItIs() {
        let (router, opened) = router(opening: "done://here")
        router.route("/say") { (_: Sentence) in }
        handle("test:///say?text=good%20morning&x-success=done%3A%2F%2Fhere", with: router)
        wait(for: [opened])
    }

    func testOutputAloneGoesToSuccess() {
        let (router, opened) = router(opening: "done://here?text=good%20morning")
        router.route("/say") {
            Sentence(text: "good morning")
        }
        handle("test:///say?x-success=done%3A%2F%2Fhere", with: router)
        wait(for: [opened])
    }

    func testNeitherInputNorOutput() {
        let (router, opened) = router(opening: "done://here")
        router.route("/say") {}
        handle("test:///say?x-success=done%3A%2F%2Fhere", with: router)
        wait(for: [opened])
    }

    func testThrownErrorGoesToError() {
        struct Error: Swift.Error, LocalizedError {
            var errorDescription: String? { "No voice" }
        }
        let (router, opened) = router(opening: "failed://here?errorCode=0&errorMessage=No%20voice")
        router.route("/say") {
            throw Error()
        }
        handle("test:///say?x-error=failed%3A%2F%2Fhere", with: router)
        wait(for: [opened])
    }

    /// The message is the original's, but the code of an input error is 400 here.
    func testInputThatCannotBeDecodedGoesToError() {
        struct Input: Decodable { let number: Int }
        let (router, opened) = router(
            opening: "failed://here?errorCode=400"
                + "&errorMessage=Value%20for%20parameter%20%22number%22%20has%20incorrect%20type.")
        router.route("/count") { (_: Input) in }
        handle("test:///count?number=many&x-error=failed%3A%2F%2Fhere", with: router)
        wait(for: [opened])
    }

    func testErrorHandlerGetsTheErrorThatWasThrown() {
        let failed = expectation(description: "failed")
        let router = URLSchemeRouter(scheme: "test") { error in
            XCTAssertEqual(error as NSError, NSError(domain: "No voice", code: 7))
            failed.fulfill()
        }
        router.route("/say") { throw NSError(domain: "No voice", code: 7) }
        handle("test:///say?text=unread", with: router)
        wait(for: [failed])
    }
}

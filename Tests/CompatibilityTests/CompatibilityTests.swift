import XCTest

@testable import URLSchemeRouter

/// Every behaviour that the own tests of finnvoor/URLSchemeRouter check, written in Swift 5 like a program for it.
final class CompatibilityTests: XCTestCase {
    private struct Sentence: Codable { let text: String }

    private func handle(_ text: String, with router: URLSchemeRouter, file: StaticString = #file, line: UInt = #line) {
        guard let url = URL(string: text) else { return XCTFail("no URL: \(text)", file: file, line: line) }
        XCTAssertTrue(router.handle(url), file: file, line: line)
    }

    /// Checks which URL a router opens when it handles another one.
    private func check(
        _ text: String, opens expected: String, line: UInt = #line, _ addRoute: (URLSchemeRouter) -> Void
    ) {
        let router = URLSchemeRouter(scheme: "test")
        router.defaultErrorCode = 0
        let opened = expectation(description: "opened")
        router.openURL = {
            XCTAssertEqual($0.absoluteString, expected, line: line)
            opened.fulfill()
        }
        addRoute(router)
        handle(text, with: router, line: line)
        wait(for: [opened], timeout: 10)
    }

    func testOutputMadeOfTheInputGoesToSuccess() {
        let url = "test:///say?text=good%20morning&x-success=done%3A%2F%2Fhere"
        check(url, opens: "done://here?text=good%20morning") {
            $0.route("/say") { (input: Sentence) in
                Sentence(text: input.text)
            }
        }
    }

    func testInputAloneLeavesSuccessAsItIs() {
        check("test:///say?text=good%20morning&x-success=done%3A%2F%2Fhere", opens: "done://here") {
            $0.route("/say") { (_: Sentence) in }
        }
    }

    func testOutputAloneGoesToSuccess() {
        check("test:///say?x-success=done%3A%2F%2Fhere", opens: "done://here?text=good%20morning") {
            $0.route("/say") {
                Sentence(text: "good morning")
            }
        }
    }

    func testNeitherInputNorOutput() {
        check("test:///say?x-success=done%3A%2F%2Fhere", opens: "done://here") { $0.route("/say") {} }
    }

    func testThrownErrorGoesToError() {
        struct Error: Swift.Error, LocalizedError {
            var errorDescription: String? { "No voice" }
        }
        let expected = "failed://here?errorCode=0&errorMessage=No%20voice"
        check("test:///say?x-error=failed%3A%2F%2Fhere", opens: expected) {
            $0.route("/say") {
                throw Error()
            }
        }
    }

    /// The message is the original's, but the code of an input error is 400 here.
    func testInputThatCannotBeDecodedGoesToError() {
        struct Input: Decodable { let number: Int }
        let message = "Value%20for%20parameter%20%22number%22%20has%20incorrect%20type."
        let expected = "failed://here?errorCode=400&errorMessage=\(message)"
        check("test:///count?number=many&x-error=failed%3A%2F%2Fhere", opens: expected) {
            $0.route("/count") { (_: Input) in }
        }
    }

    func testErrorHandlerGetsTheErrorThatWasThrown() {
        let failed = expectation(description: "failed")
        let router = URLSchemeRouter(scheme: "test") { error in
            XCTAssertEqual(error as NSError, NSError(domain: "No voice", code: 7))
            failed.fulfill()
        }
        router.route("/say") { throw NSError(domain: "No voice", code: 7) }
        handle("test:///say?text=unread", with: router)
        wait(for: [failed], timeout: 10)
    }
}

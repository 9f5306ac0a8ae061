import Foundation
import URLSchemeRouter
import XCTest

/// Call sites as in a program for finnvoor/URLSchemeRouter, compiled and run.
final class SeedCallSiteTests: XCTestCase {
    private struct Note: Codable, Equatable {
        let title: String
        let body: String?
    }

    private struct InvalidNote: Error, LocalizedError {
        var errorDescription: String? { "Invalid note" }
    }

    private func url(_ text: String) throws -> URL { try XCTUnwrap(URL(string: text)) }

    func testRouteWithoutInputOrOutput() throws {
        let router = URLSchemeRouter(scheme: "notesapp")
        let searched = expectation(description: "searched")
        searched.expectedFulfillmentCount = 3
        router.route("/search") {
            searched.fulfill()
        }
        router.handle(try url("notesapp:///search"))
        router.handle(try url("notesapp://x-callback-url/search"))
        // The host is ignored, as in the original.
        router.handle(try url("notesapp://anything/search"))
        wait(for: [searched], timeout: 5)
    }

    func testRouteWithInput() throws {
        let router = URLSchemeRouter(scheme: "notesapp")
        let created = expectation(description: "created")
        router.route("/create") { (note: Note) in
            XCTAssertEqual(note, Note(title: "My note", body: nil))
            created.fulfill()
        }
        XCTAssertTrue(router.handle(try url("notesapp:///create?title=My%20note")))
        wait(for: [created], timeout: 5)
    }

    func testRouteWithOutput() throws {
        let router = URLSchemeRouter(scheme: "notesapp")
        let opened = expectation(description: "opened")
        router.openURL = { url in
            XCTAssertEqual(url.absoluteString, "otherapp://?title=Title&body=Body")
            opened.fulfill()
        }
        router.route("/fetchNote") {
            let note: Note = Note(title: "Title", body: "Body")
            return note
        }
        router.handle(try url("notesapp:///fetchNote?x-success=otherapp://"))
        wait(for: [opened], timeout: 5)
    }

    func testThrownErrorGoesToItsCallback() throws {
        let router = URLSchemeRouter(scheme: "notesapp")
        router.defaultErrorCode = 0
        let opened = expectation(description: "opened")
        router.openURL = { url in
            XCTAssertEqual(url.absoluteString, "otherapp://?errorCode=0&errorMessage=Invalid%20note")
            opened.fulfill()
        }
        router.route("/save") { (note: Note) in
            guard note.title == "valid" else { throw InvalidNote() }
        }
        router.handle(try url("notesapp:///save?title=a&x-error=otherapp://"))
        wait(for: [opened], timeout: 5)
    }

    func testErrorHandlerGetsWhatHasNoCallback() throws {
        let failed = expectation(description: "failed")
        failed.expectedFulfillmentCount = 2
        let router = URLSchemeRouter(scheme: "notesapp") { error in
            XCTAssertTrue(
                ["Invalid note", "Required parameter \"title\" not found."].contains(error.localizedDescription))
            failed.fulfill()
        }
        router.route("/save") { (_: Note) throws in throw InvalidNote() }
        router.handle(try url("notesapp:///save?title=a"))
        router.handle(try url("notesapp:///save"))
        wait(for: [failed], timeout: 5)
    }

    func testHandlesItsOwnSchemeAlone() throws {
        let router = URLSchemeRouter(scheme: "notesapp", onError: { _ in XCTFail("nothing should fail") })
        router.route("/search") {}
        XCTAssertFalse(router.handle(try url("otherapp:///search")))
    }
}

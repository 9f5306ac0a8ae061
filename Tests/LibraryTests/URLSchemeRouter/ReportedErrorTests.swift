import Foundation
import Testing
import URLSchemeRouter

/// The outcome of an error that a handler throws.
struct ReportedErrorTests {
    private var (router, opened) = OpenedURLs.router()

    struct Coded: CustomNSError, LocalizedError {
        var errorCode: Int { 77 }
        var errorDescription: String? { "seventy-seven" }
    }
    struct OwnDomain: CustomNSError {
        static var errorDomain: String { "own" }
        var errorCode: Int { 78 }
    }
    enum Plain: Error { case one, two(Int) }
    enum Numbered: Int, Error { case five = 5 }
    struct Located: LocalizedError { var errorDescription: String? { "located" } }

    private static let text = [NSLocalizedDescriptionKey: "five"]

    @Test(
        arguments: [
            (Coded(), 77, "seventy-seven"), (OwnDomain(), 78, nil),
            (NSError(domain: "x", code: 5, userInfo: text), 5, "five"), (NSError(domain: "x", code: 6), 6, nil),
            (URLError(.timedOut, userInfo: text), -1001, "five"), (POSIXError(.ENOENT), 2, nil),
            (CocoaError(.fileNoSuchFile, userInfo: text), 4, "five"), (Located(), 500, "located"),
            (Plain.one, 500, nil), (Plain.two(1), 500, nil), (Numbered.five, 500, nil), (OpaqueError(), 500, nil),
            (DecodingError.valueNotFound(Int.self, .init(codingPath: [], debugDescription: "")), 500, nil),
            (BoomError(), 7, "boom"),
        ] as [(any Error, Int, String?)])
    func `keeps the code and the text that the error was made with`(
        error: any Error, code: Int, text: String?
    ) async throws {
        router.route("/fails") { throw error }
        let outcome = try await router.respond(to: "test:///fails")
        #expect(outcome == .error(OutcomeError(code: code, message: text ?? "the action failed")))
    }

    @Test func `a cancelled task is a cancel`() async throws {
        router.route("/now") { throw CancellationError() }
        router.route("/later") { () async throws in throw CancellationError() }
        for path in ["now", "later"] {
            #expect(try await router.respond(to: "test:///\(path)?x-cancel=c%3Ac") == .cancel)
        }
        #expect(opened.urls == ["c:c", "c:c"])
    }
}

import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Answers that are almost right. They come as all answers do: by the desktop socket, from any app.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .timeLimit(.minutes(1)))
struct MalformedAnswerTests {
    /// A call that an app got.
    private struct Called {
        let tester: CallTester
        let call: Connection
        /// The planted x-success, as a naive app appends to it.
        let success: String
        /// Its token.
        let token: String

        init(_ url: String = "app:go") throws {
            tester = try CallTester()
            let app = try ReceivingApp(tester.sandbox, scheme: "app")
            call = try tester.begin(url)
            success = try #require(CallTester.value("x-success", in: app.next()))
            token = try #require(success.split(separator: "/").last).trimmingCharacters(in: ["?"])
        }

        func answer(_ url: String) throws -> QueryValue { try tester.daemon.reply(to: url, door: .desktop) }

        func expectNoToken() throws {
            let history = try tester.daemon.history().map(\.json).joined()
            #expect(history.contains("xcallback") && !history.contains(token), "\(history)")
            #expect(!tester.daemon.logText.contains(token))
        }
    }

    @Test(arguments: ["a=1", "?a=1", "&a=1", "%3Fa=1"])
    func `an app that appends without a look is understood`(appended: String) throws {
        let called = try Called()
        #expect(try called.answer(called.success + appended)["outcome"] == "success")
        #expect(try called.call.reply()["result"]?["output"] == ["a": "1"])
        try called.expectNoToken()
    }

    @Test func `an answer to the address without its query is understood`() throws {
        let called = try Called()
        #expect(try called.answer("xcallback://x-callback-url/reply/\(called.token)&result=1")["outcome"] == "success")
        #expect(try called.call.reply()["result"]?["output"] == ["result": "1"])
        try called.expectNoToken()
    }

    @Test func `an answer of bytes that are no text ends the call at once too`() throws {
        let called = try Called()
        let line = "exec xcallback open --from desktop -- \"$(printf '%sa=caf\\351' '\(called.success)')\""
        let ended = try run("sh", ["-c", line], called.tester.sandbox.environment)
        #expect(ended.status == 64, "\(ended)")
        let error = try called.call.reply()["result"]?["error"]
        #expect(
            error?["code"] == 502 && error?["message"]?.string?.hasSuffix(": ?a=caf%E9") == true, "\(error?.json ?? "")"
        )
        try called.expectNoToken()
    }

    @Test(arguments: [
        ("a=hello%1Bworld", "?a=hello%1Bworld"),
        ("a=%zz", "?a=%zz"),
        ("a=caf%E9&password=kept", "?a=caf%E9&password=<redacted>"),
    ])
    func `a malformed answer ends the call at once, and shows what arrived`(appended: String, shown: String) throws {
        let called = try Called()
        let answered = try called.answer(called.success + appended)
        let result = try #require(try called.call.reply()["result"])
        #expect(answered["error"]?["code"] == 400)
        #expect(result["error"]?["code"] == 502)
        let message = result["error"]?["message"]?.string ?? ""
        #expect(message.hasPrefix("the app's answer is malformed: ") && message.hasSuffix(": \(shown)"), "\(message)")
        // No answer of this call counts any more.
        for kind in ["?a=1", ""] {
            #expect(try called.answer(called.success + kind)["error"]?["code"] == 404)
        }
        try called.expectNoToken()
    }

    @Test func `a path after the token is a malformed answer, and reaches x-error`() throws {
        let called = try Called("app:go?x-error=other%3Ano")
        let other = try ReceivingApp(called.tester.sandbox, scheme: "other")
        let url = "xcallback://x-callback-url/reply/\(called.token)/more?a=1"
        #expect(try called.answer(url)["error"]?["code"] == 404)
        #expect(try called.call.reply()["result"]?["error"]?["code"] == 502)
        #expect(other.next()?.hasPrefix("other:no?errorCode=502&errorMessage=the%20app%27s%20answer%20is") == true)
        try called.expectNoToken()
    }

    @Test func `a click by the command line ends the call, also while the desktop socket is paused`() throws {
        let called = try Called()
        #expect(try called.tester.daemon.xcallback(["pause"]).status == 0)
        let opened = try called.tester.daemon.xcallback(["open", "--from", "desktop", "--", called.success + "note=a%"])
        #expect(opened.status == 0 && opened.errors.isEmpty, "\(opened)")
        #expect(try called.call.reply()["result"]?["error"]?["code"] == 502)
        try called.expectNoToken()
    }

    @Test func `a guess that is malformed ends no call`() throws {
        let called = try Called()
        let guesses = (100..<200).map { "xcallback:///reply/\(String(repeating: "0", count: 29))\($0)?a=%zz" }
        let replies = try called.tester.daemon.replies(to: guesses, door: .desktop)
        let codes = replies.map { $0["error"]?["code"]?.json ?? "" }
        // A slow machine stays within the limit of guesses.
        #expect(codes.prefix(10).allSatisfy { $0 == "400" } && Set(codes).isSubset(of: ["400", "429"]), "\(codes)")
        #expect(try called.answer(called.success + "a=1")["outcome"] == "success")
        #expect(try called.call.reply()["result"]?["output"] == ["a": "1"])
    }
}

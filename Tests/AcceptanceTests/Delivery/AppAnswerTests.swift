import QueryCoding
import TestSupport
import Testing

/// What an app appends to the answer of `call`, as its manual or its code writes it.
@Suite(.needs(programs: "xdg-open", "update-desktop-database", "bash"))
struct AppAnswerTests {
    @Test(.timeLimit(.minutes(1)), arguments: TextTable.rows("call-answers.txt"))
    func `a call reads what the app answers`(row: [String]) throws {
        let (scheme, kind, appended) = (row[0], row[1], row[2])
        let expected = try JSONParser.parse(Array(row[3].utf8), depthLimit: 4)
        let tester = try CallTester()
        try tester.app(scheme)
        let outcome = try tester.call(CallTester.url(kind, appended, app: scheme))
        #expect(outcome["outcome"] == .string(kind))
        #expect((kind == "error" ? outcome["error"] : outcome["output"]) ?? .null == expected)
    }
}

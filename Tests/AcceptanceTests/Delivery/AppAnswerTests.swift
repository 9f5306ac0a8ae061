import QueryCoding
import TestSupport
import Testing

/// What an app appends to the answer of `call`, as its manual or its code writes it.
@Suite(.needs(programs: "xdg-open", "update-desktop-database", "bash"))
struct AppAnswerTests {
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("things", "success", "?x-things-id=A,B", ["x-things-id": "A,B"]),
            ("things", "success", "?x-things-ids=%5B%22A%22%2C%22B%22%5D", ["x-things-ids": "[\"A\",\"B\"]"]),
            (
                "bear", "success", "?note=a%20b&identifier=7E4B681B&tags=%5B%22home%22%5D&is_trashed=no",
                ["note": "a b", "identifier": "7E4B681B", "tags": "[\"home\"]", "is_trashed": "no"]
            ),
            ("drafts", "success", "?uuid=E621E1F8", ["uuid": "E621E1F8"]),
            (
                "ulysses", "success", "?targetId=hZ7I&targetURL=ulysses%3A%2F%2Fx-callback-url%2Fopen%3Fid%3DhZ7I",
                ["targetId": "hZ7I", "targetURL": "ulysses://x-callback-url/open?id=hZ7I"]
            ),
            ("omnifocus", "success", "?result=omnifocus%3A%2F%2F%2Ftask%2Fa1", ["result": "omnifocus:///task/a1"]),
            ("working-copy", "success", "?text=hello%20there", ["text": "hello there"]),
            (
                "obsidian", "success", "?result-body=My+note+%7E+%2B&result-properties=%7B%22a%22%3A1%7D",
                ["result-body": "My note ~ +", "result-properties": "{\"a\":1}"]
            ),
            ("shortcuts", "success", "?result=H%C3%89", ["result": "HÉ"]),
            ("shortcuts", "error", "?errorMessage=gone%2E", ["code": 500, "message": "gone."]),
            (
                "obsidian", "error", "?errorCode=404&errorMessage=file+not+found",
                ["code": 404, "message": "file not found"]
            ),
            ("drafts", "cancel", "", nil),
        ] as [(String, String, String, QueryValue?)])
    func `a call reads what the app answers`(scheme: String, kind: String, appended: String, expected: QueryValue?)
        throws
    {
        let tester = try CallTester()
        try tester.app(scheme)
        let outcome = try tester.call(CallTester.url(kind, appended, app: scheme))
        #expect(outcome["outcome"] == .string(kind))
        #expect((kind == "error" ? outcome["error"] : outcome["output"]) == expected)
    }
}

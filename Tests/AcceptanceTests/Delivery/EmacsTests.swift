import QueryCoding
import Testing

/// A real app, called and calling: Emacs with org-protocol, by the real xdg-open and emacsclient.
@Suite(.needs(Emacs.absence), .timeLimit(.minutes(1)))
struct EmacsTests {
    private let tester: CallTester
    private let emacs: Emacs

    init() throws {
        tester = try CallTester(
            routes: """
                schemes: [notes]
                desktop: allow
                routes:
                  - {name: create, path: /create, input: {title: string}, run: [printf, "%s", $title], output: text}
                  - name: fail
                    path: /fail
                    input: {title: string}
                    run: [sh, -c, 'echo "no $$0" >&2; exit 3', $title]
                    errors: stderr
                """, settings: "callbacks: {allow: [org-protocol]}\n")
        emacs = try Emacs(tester.sandbox)
    }

    private static let notes = [
        ("Hello", "World"),
        ("Grüße & mehr: 100% + 1", "a&b=c d+e?f#g;h\nzweite Zeile"),
        ("'quoted' \"twice\" \\ <b>", "$HOME `id` $(id) %t %(message) \\n\n| 🙂 // 漢字 e\u{301}"),
    ]

    @Test(arguments: notes)
    func `a route's x-success captures exactly the text`(title: String, body: String) throws {
        let capture = "org-protocol://capture?template=n&url=https%3A%2F%2Fexample.com%2F"
        let url =
            "xcallback:///echo?title=\(CallTester.encoded(title))&body=\(CallTester.encoded(body))"
            + "&x-success=\(CallTester.encoded(capture))"
        #expect(try tester.daemon.reply(to: url)["callback"]?["state"] == "opened")
        try wait(for: "the note") { emacs.notes.hasSuffix("\n") }
        #expect(emacs.notes == "\(title)\n\(body)\n")
    }

    @Test(arguments: notes.map { $0 + "\n" + $1 })
    func `a call prints exactly the answer of Emacs`(name: String) throws {
        let url = "org-protocol://greet?name=\(CallTester.encoded(name))"
        let ended = try tester.daemon.xcallback(["call", url, "--get", "text"])
        #expect(ended == Ended(status: 0, output: "Hello, \(name)\n", errors: ""))
    }

    @Test func `a call prints the error of Emacs`() throws {
        let ended = try tester.daemon.xcallback(["call", "org-protocol://greet?name="])
        #expect(ended == Ended(status: 1, output: "", errors: "xcallback: error 7: who’s there?\n"))
    }

    @Test(arguments: notes.map { $0 + "\n" + $1 }, ["browse-url-xdg-open", "my-call-and-wait"])
    func `Emacs calls a route, and gets the answer`(title: String, function: String) throws {
        try emacs.evaluate("(\(function) (my-request \"/create\" \(Emacs.literal(title))))")
        #expect(try emacs.answers() == [["kind": "success", "result": .string(title)]])
    }

    @Test func `Emacs calls routes that fail, and gets each error`() throws {
        try emacs.evaluate("(dolist (n '(\"1\" \"2\")) (my-call-and-wait (my-request \"/fail\" n)))")
        let answers = try emacs.answers(2)
        #expect(Set(answers.map { $0["errorMessage"] }) == ["no 1", "no 2"])
        #expect(answers.allSatisfy { $0["kind"] == "error" && $0["errorCode"] == "3" })
    }
}

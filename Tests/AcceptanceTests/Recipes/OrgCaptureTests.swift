import QueryCoding
import Testing

/// Pages captured into Emacs: by a script, and by the bookmarklet in a real browser.
@Suite(.timeLimit(.minutes(3)))
struct OrgCaptureTests {
    @Test(.needs(Emacs.absence))
    func `Emacs captures the page exactly`() throws {
        let sandbox = try Recipe.sandbox(["org-capture"])
        let emacs = try Emacs(sandbox)
        // As the page says.
        let words = try Recipe.sample("text", with: "adopt --force org-protocol").split(separator: " ").dropFirst().map(
            String.init)
        try run("\(Products.folder)/xcallback", words, sandbox.environment).succeeded()
        try sandbox.write(Recipe.sample("text", with: "org-capture-templates"), to: "org-capture.el")
        try emacs.evaluate("(load \(Emacs.literal("\(sandbox.path)/org-capture.el")))")
        let daemon = try RunningDaemon(sandbox)
        let title = "Grüße & more: $(id) %(message) 100% + 1"
        let reply = try daemon.reply(
            to: "capture:///page?title=\(CallTester.encoded(title))&url=https%3A%2F%2Fexample.org%2F%3Fa%3D1%26b"
                + "&text=\(CallTester.encoded("`id`\nzwei"))")
        #expect(reply["outcome"] == "success", "\(reply.json)")
        let captured = try awaited("the page in the file") {
            (try? sandbox.contents("home/org/web.org")).flatMap { $0.contains("zwei") ? $0 : nil }
        }
        #expect(captured == "* [[https://example.org/?a=1&b][\(title)]]\n`id`\nzwei\n", "\(captured)")
    }

    @Test(.needs(Chromium.absence))
    func `the bookmarklet hands over the title and the address, after a question`() throws {
        let clicked = try ClickedDaemon(routes: Recipe.text("org-capture", home: "/"), schemes: ["capture"])
        let app = try ReceivingApp(clicked.sandbox, scheme: "org-protocol")
        try OrdinaryUser.own(clicked.sandbox)
        let bookmarklet = try Recipe.sample("text", with: "javascript:")
        let effect = try clicked.click(bookmarklet, answer: 0)
        #expect(effect.result == "success", "\(effect.request.json)")
        #expect(effect.questions.count == 1 && effect.questions[0].contains("Capture a web page with its title"))
        let opened = try #require(app.next())
        #expect(opened.hasPrefix("org-protocol://capture?template=w&url=http%3A%2F%2F127.0.0.1%3A"), "\(opened)")
        #expect(opened.hasSuffix("%2Findex.html&title=Links%20%26%20traps&body="), "\(opened)")
    }
}

import Foundation
import QueryCoding
import Testing

/// A page of attacks in a real browser. The browser's own question is assumed to be absent.
@Suite(BrowserSession(), .serialized, .needs(Chromium.absence), .timeLimit(.minutes(3)))
struct BrowserTests {
    private let daemon: ClickedDaemon
    private var record: String { "\(daemon.sandbox.path)/record" }

    init() throws { daemon = try #require(ClickedDaemon.current) }

    fileprivate static let routes = """
        schemes: [trap]
        routes:
          - {name: once, path: /once, summary: Keep a text, input: {text: string}, run: [RECORD, once, --, $text]}
          - {name: always, path: /always, input: {text: string, more: string?}, run: [RECORD, always, --, $text]}
          - {name: no, path: /no, run: [RECORD, no]}
          - {name: auto, path: /auto, input: {way: line}, run: [RECORD, auto, --, $way]}
          - {name: forged, path: /forged, confirm: "Really?", input: {text: string}, run: [RECORD, forged, --, $text]}
          - {name: never, path: /never, desktop: never, run: [RECORD, never]}
          - {name: free, path: /free, desktop: allow, input: {text: string?}, run: [RECORD, free, --, $text]}
          - {name: shadow, path: /shadow, desktop: allow, input: {elements: line, item: line?, checkValidity: line?, length: line?}, run: [RECORD, shadow, --, $elements]}
          - {name: option, path: /option, desktop: allow, input: {text: line}, run: [RECORD, option, $text]}
          - {name: file, path: /file, desktop: allow, input: {path: {type: path, under: FOLDER}}, run: [RECORD, file, --, $path]}
          - {name: form, path: /form, desktop: allow, plus-as-space: true, input: {text: string}, run: [RECORD, form, --, $text]}
          - {name: secret, path: /secret, desktop: allow, token: {file: token}, run: [RECORD, secret]}
        """

    private func expect(
        _ effect: ClickedDaemon.Effect, _ result: String, questions: [String] = [], ran: [[String]] = []
    ) {
        #expect(effect.result == result, "\(effect.request.json.prefix(2000))")
        #expect(effect.questions == questions && effect.ran == ran)
    }

    @Test func `the browser is sandboxed, and runs like the daemon as an ordinary user`() throws {
        #expect(try daemon.browser.text(of: "chrome://sandbox").hasSuffix("You are adequately sandboxed."))
        #expect(try daemon.user == OrdinaryUser.id)
    }

    @Test(arguments: [
        ("trap:///never", "403"),
        ("TRAP://x-callback-url/%6Eever/", "403"),
        ("trap:///never?text=\(String(repeating: "a", count: 100_000))", "403"),
        ("trap:--never", "404"),
        ("trap://user:password@free/", "404"),
        ("trap:///secret?key=guess", "401"),
        ("xcallback:///echo?a=1", "403"),
        ("xcallback:///reply/guess?result=1", "404"),
        ("trap:///free?x-success=javascript%3Aalert%281%29", "403"),
        ("trap:///free?x-success=file%3A%2F%2F%2Fetc%2Fpasswd", "403"),
        ("trap:///free?x-success=mailto%3Aa%40b%3Fattach%3D%2Fetc%2Fpasswd", "403"),
        ("trap:///free?x-success=https%3A%2F%2Fevil.example%2F", "403"),
        ("trap:///free?x-success=https%3A%2F%2Fok.example%5C%40evil.example%2F", "403"),
        ("trap:///free?x-success=https%3A%2F%2Fok.example%2F&x-success=otherapp%3Ax", "400"),
        ("trap:///file?path=..%2F..%2F..%2F..%2Fetc%2Fpasswd", "400"),
        ("trap:///file?path=%2Fetc%2Fpasswd", "400"),
        ("trap:///file?path=etc%2Fpasswd", "400"),  // by a link that leads out
        ("trap:///option?text=--exec%3Did", "400"),
        ("trap:///option?text=%2D%2Dexec%3Did", "400"),
        ("trap:///option?text=a%0D%0Atrap:///never", "400"),
        ("trap:///free?text=a%00b", "400"),
        ("trap:///free?text=%C0%AF", "400"),
        ("trap:///free?text=%FF", "400"),
        ("trap:///free?text=%1B%5B2J", "400"),
    ])
    func `a hostile link is refused without a question`(url: String, code: String) throws {
        expect(try daemon.click(url, answer: 0), code)
    }

    @Test func `a link to an open route runs it`() throws {
        expect(try daemon.click("trap:///free?text=a&text=$(id)"), "success", ran: [["free", "--", "$(id)"]])
    }

    /// What apps made of web parts write, Obsidian's plugins among them.
    @Test func `a URL that URLSearchParams wrote is read as it was meant`() throws {
        let script =
            "const url = new URL('trap:///form'); url.searchParams.set('text', 'a + b ~*!%26=%C3%BC%20'); document.write(url)"
        let url = try daemon.browser.text(of: "data:text/html;charset=utf-8,<body><script>\(script)</script>")
        #expect(url == "trap:///form?text=a+%2B+b+%7E*%21%26%3D%C3%BC+")
        expect(try daemon.click(url), "success", ran: [["form", "--", "a + b ~*!&=ü "]])
    }

    @Test func `the form of a route on the page runs the URL that it shows`() throws {
        let text = "a & b/\u{FC} 100%+\n#"
        let effect = try daemon.fill(in: "trap.free", ["[id='trap.free-0']": text])
        #expect(effect.request["url"] == "trap:///free?text=a%20%26%20b%2F%C3%BC%20100%25%2B%0A%23")
        #expect(effect.result == "success" && effect.ran == [["free", "--", text]])
        // Names that a form has itself.
        let shadowed = try daemon.fill(in: "trap.shadow", ["[id='trap.shadow-0']": "a", "[id='trap.shadow-1']": "b"])
        #expect(shadowed.request["url"] == "trap:///shadow?elements=a&item=b")
        #expect(shadowed.ran == [["shadow", "--", "a"]])
    }

    @Test func `the page that redirects opens the URL of its fragment after a click, and no other scheme`() throws {
        let page = "\(daemon.browser.origin)/go.html"
        let effect = try daemon.redirect("trap:///once?text=a%2520%2526%2520b", to: "trap", answer: 0)
        #expect(effect.result == "success" && effect.ran == [["once", "--", "a & b"]], "\(effect)")
        let byHand = try daemon.redirect("trap:///a/../once?text=a \u{FC}<%0A", to: "trap", answer: 0)
        #expect(byHand.ran == [["once", "--", "a \u{FC}<\n"]], "\(byHand)")
        #expect(try daemon.browser.text(of: "\(page)?#trap:///a/../b c").contains("\ntrap:///b%20c\n"))
        let refused = ["javascript:x=1", "java%0Ascript:x=1", "other:///x", "trap", "%E0", "%E2%80%AEtrap:///x"]
        for fragment in refused {
            let text = try daemon.browser.text(of: "\(page)?\(fragment.count)#\(fragment)")
            #expect(text.contains("\n\(fragment)\n"), "\(text)")
            #expect(text.contains("This page opens links with trap: only."), "\(fragment): \(text)")
        }
    }

    @Test(arguments: Chromium.Way.allCases)
    func `nothing runs without an answer, whatever way a page takes`(way: Chromium.Way) throws {
        try daemon.restart()
        let effect = try daemon.click("trap:///auto?way=\(way)", by: way, answer: nil)
        expect(effect, "403", questions: ["trap.auto\nruns: \(record) auto -- \(way)\nway: \(way)"])
    }

    @Test func `once lets one request run`() throws {
        let question = "trap.once: Keep a text\nruns: \(record) once -- 1\ntext: 1"
        let effect = try daemon.click("trap:///once?text=1", answer: 0)
        expect(effect, "success", questions: [question], ran: [["once", "--", "1"]])
        expect(try daemon.click("trap:///once?text=1", answer: nil), "403", questions: [question])
    }

    @Test func `always lets requests with the same names and destinations run`() throws {
        try daemon.restart()
        let first = try daemon.click("trap:///always?text=1", answer: 10)
        let question = "trap.always\nruns: \(record) always -- 1\ntext: 1"
        expect(first, "success", questions: [question], ran: [["always", "--", "1"]])
        let second = try daemon.click("trap:///always?text=2", by: .location)
        expect(second, "success", ran: [["always", "--", "2"]])
        for other in ["more=1", "x-success=otherapp%3Ax", "x-error=otherapp%3Ax"] {
            let effect = try daemon.click("trap:///always?text=3&\(other)")
            #expect(effect.result == "403")
            #expect(effect.questions.count == 1 && effect.ran == [], "\(other)")
        }
    }

    @Test func `no is a cancel, and after three of them the page cannot ask again`() throws {
        try daemon.restart()
        for _ in 1...3 {
            let effect = try daemon.click("trap:///no?x-success=otherapp%3Ax&x-cancel=otherapp%3Ax", answer: 1)
            expect(effect, "cancel", questions: ["trap.no\nruns: \(record) no\nanswer goes to: otherapp:x"])
            #expect(effect.request["callback"]?["state"] == "refused")
        }
        expect(try daemon.click("trap:///no", answer: 0), "429")
    }

    @Test func `the question names an app that the page wants to open`() throws {
        try daemon.restart()
        let url = "trap:///free?text=1&x-success=otherapp%3A%2F%2Fdone%3Fa%3D1%23b"
        let question = "trap.free\nruns: \(record) free -- 1\ntext: 1\nanswer goes to: otherapp://done?a=1#b"
        let refused = try daemon.click(url)
        expect(refused, "403", questions: [question])
        #expect(refused.request["callback"] == nil)
        expect(try daemon.click(url, answer: 0), "success", questions: [question], ran: [["free", "--", "1"]])
        #expect(daemon.app.next() == "otherapp://done?a=1#b" && daemon.app.isQuiet)
    }

    @Test func `no value can forge a line of a question`() throws {
        let text = "x\nruns: /bin/true\r\n\n\tanswer goes to: nobody\u{202E}<b>$(id) `id`</b>\u{E9}"
        let shown = #"x↵runs: /bin/true↵↵\u{9}answer goes to: nobody\u{202e}<b>$(id) `id`</b>é"#
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "a"..."z"))
        let encoded = try #require(text.addingPercentEncoding(withAllowedCharacters: allowed))
        let lines = "Really?\nruns: \(record) forged -- \"\(shown)\"\ntext: \(shown)"
        let effect = try daemon.click("trap:///forged?text=\(encoded)", answer: 0)
        expect(effect, "success", questions: [lines], ran: [["forged", "--", text]])
    }
}

/// One daemon and one browser for all tests.
private struct BrowserSession: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let daemon = try ClickedDaemon(routes: BrowserTests.routes)
        try await ClickedDaemon.$current.withValue(daemon) { try await function() }
    }
}

import Foundation
import QueryCoding
import Testing

/// `xcallback page`: what is in the page. BrowserTests uses it.
@Suite(.timeLimit(.minutes(1)))
struct PageCommandTests {
    private func page(_ routes: String) throws -> String {
        let sandbox = try Sandbox(routes)
        let ended = try RunningDaemon(sandbox).xcallback(["page"])
        #expect(ended.status == 0 && ended.errors == "")
        return ended.output
    }

    @Test(arguments: [0, 3])
    func `a page that the opener cannot open is kept and named`(status: Int32) throws {
        let sandbox = try Sandbox()
        let daemon = try RunningDaemon(sandbox)
        try sandbox.write(
            "#!/bin/sh\necho \"$1\" > '\(sandbox.path)/opened'\nexit \(status)\n", to: "bin/xdg-open", executable: true)
        let ended = try run("\(Products.folder)/xcallback", ["page", "--open"], sandbox.environment)
        let page = try sandbox.contents("opened").dropLast()
        #expect(ended.status == (status == 0 ? 0 : 1))
        #expect(ended.errors.contains(page) == (status != 0), "\(ended)")
        #expect(try String(contentsOfFile: String(page), encoding: .utf8).contains("</html>"))
        withExtendedLifetime(daemon) {}
    }

    @Test func `the page that redirects needs no daemon, and serves no web address and no code`() throws {
        func page(_ words: String...) throws -> Ended {
            try run("\(Products.folder)/xcallback", ["page", "--redirect"] + words, Sandbox().environment)
        }
        let printed = try page("hello", "notes:")
        #expect(printed.status == 0 && printed.output.contains(#"const schemes = ["hello", "notes"];"#))
        #expect(!printed.output.contains("https:") && !printed.output.contains("src="))
        for scheme in ["javascript", "data", "file", "https"] {
            let refused = try page("hello", scheme)
            #expect(refused.status == 64 && refused.errors.contains("never redirects to \(scheme): URLs"), "\(refused)")
        }
    }

    @Test func `a browser that the opener starts does not block the terminal`() throws {
        let sandbox = try Sandbox()
        let daemon = try RunningDaemon(sandbox)
        try sandbox.program("echo $$ > '\(sandbox.path)/browser'\nexec sleep 60", to: "bin/xdg-open")
        let begun = ContinuousClock.now
        let ended = try run("\(Products.folder)/xcallback", ["page", "--open"], sandbox.environment)
        #expect(ended == Ended(status: 0, output: "", errors: "") && ContinuousClock.now - begun < .seconds(30))
        let browser = try #require(Int32(sandbox.lines("browser")[0]))
        #expect(kill(browser, SIGTERM) == 0, "it runs on")
        withExtendedLifetime(daemon) {}
    }

    @Test func `each field has a control that fits its type`() throws {
        let page = try page(
            """
            schemes: [t]
            routes:
              - name: a
                path: "/a/{id:int}/{key:/[A-Z]{2}-[0-9]/}/{rest**}"
                summary: Do it
                input:
                  line: line
                  text: string?
                  list: {type: [line], separator: ","}
                  pick: {one-of: [low, high], default: high}
                  count: {type: int, min: 1, max: 9, default: 3}
                  flag: bool
                  day: date
                  pin: {type: line, secret: true}
                run: ["true"]
                examples: [{url: "t:///a/1/AB-1/x?line=a&flag&day=2027-01-31&pin=1"}]
            """)
        for part in [
            #"data-path="[&quot;/a/&quot;,{&quot;name&quot;:&quot;id&quot;,&quot;optional&quot;:false},&quot;/&quot;,{&quot;name&quot;:&quot;key&quot;"#,
            #"name="line" aria-describedby="t.a-3-hint" type="text" required>"#, #"<textarea id="t.a-4" name="text""#,
            #"data-items data-separator=",""#,
            "<option value=\"\">high</option><option value=\"low\">low</option></select>",
            #"type="number" step="1" min="1" max="9" placeholder="3">"#,
            "a whole number, at least 1, at most 9, 3 if you leave it out", #"type="checkbox" data-always>"#,
            #"type="date" required>"#, #"type="password" autocomplete="off" required>"#,
            #"<a href="t:///a/1/AB-1/x?line=a&amp;flag&amp;day=2027-01-31&amp;pin=1">"#,
            "<label for=\"t.a-3\">line</label>",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test func `text of a file is text on the page, and the page loads nothing`() throws {
        let page = try page(
            """
            schemes: [t]
            routes:
              - name: a
                path: /a
                summary: "</script><script>alert(1)</script><img src=x onerror='x'>&amp;"
                input: {n: {type: line, default: "\\"><b>"}}
                run: ["true"]
            """)
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)") && !page.contains("<img"))
        #expect(page.contains(#"placeholder="&quot;&gt;&lt;b&gt;""#))
        #expect(page.contains("default-src 'none';"))
        for word in ["src=\"", "url(", "@import", "fetch(", "https:", "http:"] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    @Test func `a text keeps its letters, and its direction for itself`() throws {
        let page = try page(
            """
            schemes: [t]
            routes:
              - name: a
                path: /a
                summary: "مرحبا 你好\\u202E"
                input: {n: {one-of: [x, "\\u05D0\\u202E"]}}
                run: ["true"]
            """)
        #expect(page.contains("<p class=\"notes\">\u{2068}مرحبا 你好\\u{202e}\u{2069} · a click asks first"))
        #expect(page.contains("<option value=\"א\u{202E}\">\u{2068}א\\u{202e}\u{2069}</option>"))
    }

    @Test func `a route that clicks may not run has the command instead of links`() throws {
        let page = try page(
            """
            schemes: [t]
            routes:
              - name: shut
                path: "/shut/{id:int}"
                desktop: never
                input: {id: int, title: line, note: line?, tags: [line], count: {type: int, default: 1}}
                run: ["true"]
                examples: [{url: "t:///shut/1?title=a"}]
            """)
        #expect(page.contains("<code>xcallback run t.shut id=… title=…</code>"))
        #expect(page.contains("<li><code>t:///shut/1?title=a</code></li>"))
        #expect(!page.contains("<a "))
    }

    @Test(arguments: [
        (
            "output: text", "answers with text, which goes to the x-success of the URL",
            "A click shows no answer. In a terminal: <code>xcallback run t.a n=…</code>"
        ),
        ("output: lines, notify: true", "after a click, a notification shows the answer", nil),
        ("output: json, notify: true", "after a click, a notification says that it is done", nil),
        ("notify: true", "a click asks first · after a click, a notification says that it is done", nil),
        ("output: none", "a click asks first</p>", nil),
    ])
    func `a route says where its answer appears`(keys: String, note: String, hint: String?) throws {
        let page = try page("schemes: [t]\nroutes: [{name: a, path: /a, input: {n: line}, \(keys), run: [\"true\"]}]\n")
        #expect(page.contains(note), "\(page)")
        #expect(page.contains(hint ?? "<code class=\"url\"") && (hint != nil || !page.contains("In a terminal")))
    }

    @Test func `without routes the page says so`() throws {
        let ended = try RunningDaemon(Sandbox()).xcallback(["page"])
        #expect(ended.status == 0 && ended.output.contains("<p>There is no route.</p>"))
    }
}

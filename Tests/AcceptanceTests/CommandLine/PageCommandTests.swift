import Foundation
import QueryCoding
import Testing

/// `xcallback page`, beside what its transcript shows. BrowserTests uses the page.
@Suite(.timeLimit(.minutes(1)))
struct PageCommandTests {
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

    @Test func `the command of an example does what its URL does`() throws {
        let urls = [
            "t:///a/7?s=Gr%C3%BC%C3%9Fe%20it's%20%22%24HOME%22%0Aline&list=a&list=b&flag",
            "t:///a/-7?s=%40file&list.0=a&list.1=b",
            "t:///a?id=9&s=&comma=a,b", "t://x-callback-url/a/7?s=a&other=x&x-source=app",
        ]
        let sandbox = try Sandbox(
            """
            schemes: [t]
            routes:
              - name: a
                path: ["/a/{id:int}", /a]
                input:
                  id: int
                  s: string
                  list: [line]
                  comma: {type: [line], separator: ","}
                  flag: bool?
                run: [cat]
                stdin: json
                output: json
                examples: [\(urls.map { "{url: \"\($0)\"}" }.joined(separator: ", ")), {url: "t:///a/1?s=-"}]
            """)
        let daemon = try RunningDaemon(sandbox)
        let page = try daemon.xcallback(["page"]).output
        let commands = page.matches(of: /<div class="command"><code>(.*?)<\/code><button/).map { match in
            match.1.replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        }
        // As a value of a command, '-' would be standard input.
        try #require(commands.count == urls.count)
        for (url, command) in zip(urls, commands) {
            let output = try run("/bin/bash", ["-c", String(command)], sandbox.environment).output
            let reply = try daemon.reply(to: url)
            #expect(reply["outcome"] == "success" && output == (reply["output"]?.json ?? "") + "\n", "\(command)")
        }
    }
}

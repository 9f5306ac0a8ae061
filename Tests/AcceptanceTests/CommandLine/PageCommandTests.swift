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
}

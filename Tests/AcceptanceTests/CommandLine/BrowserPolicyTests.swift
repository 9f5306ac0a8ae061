import DispatcherMessages
import QueryCoding
import TestSupport
import Testing

/// `browser-policy`: what it prints. A browser with such a policy opens the pages of BrowserTests.
@Suite(.timeLimit(.minutes(1)))
struct BrowserPolicyTests {
    private func xcallback(_ arguments: [String]) throws -> Ended {
        try run("\(Products.folder)/xcallback", ["browser-policy"] + arguments, Sandbox().environment)
    }

    @Test func `the policy names the scheme and the origins`() throws {
        let entry: QueryValue = [
            "AutoLaunchProtocolsFromOrigins": [
                ["protocol": "notes", "allowed_origins": ["https://example.org", "http://[::1]:8080"]]
            ]
        ]
        for (browser, policy) in [("chrome", entry), ("firefox", ["policies": entry])] {
            let ended = try xcallback(["--browser", browser, "notes:", "https://Example.org/", "http://[::1]:8080"])
            #expect(try JSONParser.parse(Array(ended.output.utf8), depthLimit: 16) == policy, "\(ended)")
        }
        let all = try xcallback(["notes", "https://example.org"]).output
        for browser in ["chromium", "opt/chrome", "firefox"] {
            #expect(all.contains("# sudo tee /etc/\(browser)/policies/"))
        }
    }

    @Test(arguments: [
        ["notes"], ["notes", "example.org"], ["notes", "https://*.example.org"], ["notes", "https://a/b"],
        ["notes", "*"],
        ["https", "https://example.org"], ["no scheme", "https://example.org"],
    ])
    func `what would allow more than meant is refused`(arguments: [String]) throws {
        let ended = try xcallback(arguments)
        #expect(ended.status == 64 && ended.output == "", "\(ended)")
    }
}

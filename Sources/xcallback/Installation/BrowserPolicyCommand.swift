import ArgumentParser
import DispatcherMessages
import QueryCoding
import UnixSystem
import XCallbackURL

/// `xcallback browser-policy SCHEME ORIGIN…`
struct BrowserPolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser-policy",
        abstract: "Print the policy by which browsers open a scheme unasked from some sites.",
        discussion: """
            Prints the policy files of Chromium, Chrome and Firefox with an entry for the scheme and these origins. On \
            pages of these origins the browser opens the links without its own question; on any other site it still asks. The \
            other policies of a file that exists are kept. The daemon still asks you, unless the route has 'desktop: allow'. 'xcallback doctor' \
            names the origins in the files of this machine.

            Example:
              xcallback browser-policy notes https://example.org
              xcallback browser-policy --browser firefox notes https://example.org
            """)

    @Option(help: "Print the file of this browser alone: chromium, chrome or firefox.")
    var browser: BrowserPolicy.Browser?

    @Argument(help: "Scheme of the links.")
    var scheme: Scheme

    @Argument(
        help: "Origin, such as https://example.org or http://localhost:8080 (repeatable).", transform: Self.origin)
    var origins: [String]

    func validate() throws {
        guard !scheme.isWeb else { throw ValidationError("browsers open \(scheme): links themselves") }
        guard !origins.isEmpty else { throw ValidationError("an origin is missing, such as https://example.org") }
    }

    func run() throws {
        for browser in browser.map({ [$0] }) ?? BrowserPolicy.Browser.allCases {
            guard var policy = BrowserPolicy(of: browser) else {
                throw Shell.failure("\(browser.file) is not a JSON object; correct it first")
            }
            policy.set(origins, of: scheme)
            if self.browser == nil {
                Shell.print("# sudo tee \(browser.file)")
            }
            Shell.print(text: policy.file.prettyJSON)
            for other in BrowserPolicy.installed where other.policy.browser == browser && other.path != browser.file {
                Shell.report("\(other.path) has this policy too, and the browser uses only one of the two files")
            }
        }
    }

    /// Reads an origin. A path, a user or a wildcard would make the browser ignore the entry, or allow more than meant.
    private static func origin(_ text: String) throws -> String {
        var text = text.lowercased()
        if text.last == "/" { text.removeLast() }
        guard text.wholeMatch(of: #/https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?/#) != nil else {
            throw ValidationError(
                "'\(text)' is not an origin: write https://HOST, https://HOST:PORT or http://HOST:PORT")
        }
        return text
    }
}

extension BrowserPolicy.Browser: ExpressibleByArgument {}

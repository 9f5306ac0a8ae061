import Foundation
import QueryCoding
import TestSupport
import Testing

/// Clicks as openers and URL serialisers pass them on: some decode `%20`, some leave `{` or `|` raw. Each value arrives as its
/// link has it.
@Suite(.needs(programs: "xdg-open", "update-desktop-database"), .needs(SessionBus.absence), .timeLimit(.minutes(1)))
struct SerialiserTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon
    /// The command has written its value into a file.
    private let written: NamedPipe

    init() throws {
        sandbox = try Sandbox()
        written = try NamedPipe("\(sandbox.path)/written")
        try sandbox.write(
            "#!/bin/sh\nprintf %s \"$2\" > '\(sandbox.path)/value'\necho > '\(written.path)'\n", to: "record",
            executable: true)
        try sandbox.routes(
            """
            schemes: [ix]
            desktop: allow
            routes: [{name: record, path: /record, input: {text: string}, run: [\(sandbox.path)/record, --, $text]}]
            """, "ix")
        daemon = try RunningDaemon(sandbox)
        let installed = try daemon.xcallback(["install", "--no-check"])
        guard installed.status == 0 else { throw Failure("\(installed)") }
    }

    /// What a link has, and the value that its author means.
    private static let links: [(String, String)] = [
        ("c%20d", "c d"),
        ("%20c%20%20", " c  "),  // nothing is trimmed
        ("a+b", "a+b"),
        ("a%2Bb", "a+b"),
        ("%C3%A9", "é"),
        ("é", "é"),
        ("a%0Ab%0D%0A", "a\nb\r\n"),
        ("%22%3C%3E%5C%5E%60%7B%7C%7D", "\"<>\\^`{|}"),
        ("\"<>\\^`{|}", "\"<>\\^`{|}"),
        ("a{b c}|d", "a{b c}|d"),
        ("100%25%2520", "100%%20"),
        ("a%26b%3Dc%23d%3Bf", "a&b=c#d;f"),
        (
            String(repeating: "%20+é%0A\(String(repeating: "x", count: 91))", count: 1000),
            String(repeating: " +é\n\(String(repeating: "x", count: 91))", count: 1000)
        ),
    ]

    /// Opens each link, and an answer to a call.
    /// - Parameters:
    ///   - opener: The program that opens a URL.
    ///   - serialised: Makes the URL that it gets.
    private func expectExactValues(
        by opener: [String], _ variables: [String: String] = [:], serialised: (String) throws -> String = { $0 }
    ) throws {
        let bus = try SessionBus(sandbox, variables)
        let environment = sandbox.environment.merging(variables) { $1 }.merging(bus.environment) { $1 }
        func open(_ url: String) throws {
            let ended = try run(opener[0], opener.dropFirst() + [serialised(url)], environment)
            #expect(ended.status == 0, "\(ended)")
        }
        for (link, value) in Self.links {
            try open("ix:///record?text=\(link)")
            #expect(written.line() != nil, "nothing arrived of \(link.prefix(100))")
            #expect(try sandbox.contents("value").utf8.elementsEqual(value.utf8), "\(link.prefix(100))")
        }
        // The command of the last request may not have ended.
        var urls: [String] = []
        try wait(for: "the end of each request") {
            urls = try daemon.history().compactMap { $0["url"]?.string }
            return urls.count == Self.links.count
        }
        #expect(urls.allSatisfy { $0.allSatisfy { !" \"<>\\^`{|}".contains($0) } }, "\(urls)")
        try expectAnswer(by: open)
    }

    private func expectAnswer(by open: (String) throws -> Void) throws {
        let app = try ReceivingApp(sandbox, scheme: "app")
        let call = try daemon.begin("call", ["url": "app:go"])
        try open(try #require(CallTester.value("x-success", in: app.next())) + "result=Hello%20{World}%2B%C3%A9")
        #expect(try call.reply()["result"]?["output"] == ["result": "Hello {World}+é"])
    }

    /// Without a screen.
    private static let plasma = [
        "XDG_CURRENT_DESKTOP": "KDE", "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "5",
        "QT_QPA_PLATFORM": "offscreen",
    ]

    @Test(.needs(programs: "kde-open5"))
    func `kde-open5 passes on each value`() throws { try expectExactValues(by: ["kde-open5"], Self.plasma) }

    @Test(.needs(programs: "kioclient5"))
    func `kioclient5 passes on each value`() throws {
        try expectExactValues(by: ["kioclient5", "exec"], Self.plasma)
    }

    @Test(.needs(programs: "gio"))
    func `gio open passes on each value`() throws { try expectExactValues(by: ["gio", "open"]) }

    @Test func `xdg-open passes on each value`() throws { try expectExactValues(by: ["xdg-open"]) }

    @Test(.needs(programs: "node"))
    func `a URL that Node has serialised passes on each value`() throws {
        try expectExactValues(by: ["xdg-open"]) { url in
            let ended = try run(
                "node", ["-e", "process.stdout.write(new URL(process.argv[1]).href)", "--", url], sandbox.environment)
            guard ended.status == 0 else { throw Failure("\(ended)") }
            return ended.output
        }
    }
}

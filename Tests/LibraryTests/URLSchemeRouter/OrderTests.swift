import Foundation
import Testing
import URLSchemeRouter

/// Swift hashes with a random seed in each process. The selected route must not depend on it.
@Suite(.timeLimit(.minutes(5)))
struct OrderTests {
    private static let patterns: Set = [
        "/", "/a", "/a/{x?}", "/a/**", "/a/{x}/c", "/a/*", "/ab{x}", "/a{x}", "/{x}b", "/{x:int}", "/{x:number}",
        "/{x:/[0-9]+/}", "/{x:/\\d+/}", "/{x}", "/*", "/**", "/v{x}.{y}", "/v{x:int}.{y}", "/{x}.{y}", "/{x}/{y**}",
        "/:x/b", "/$(x)/{y:uuid}",
    ]
    private static let scopes: [Scope] = [
        .anyScheme, .anyDomain, .domain("ex.com"), .domain("*.ex.com"), .domain("*.www.ex.com"),
    ]
    private static let urls = ["s:///", "https://ex.com/", "https://a.www.ex.com/", "https://other.org/"].flatMap {
        start in
        ["", "a", "a/", "a/b", "a/b/c", "ab", "abb", "7", "7.5", "v1.2", "v1.x", "7/b", "x/y/z"].map { "\(start)\($0)" }
    }

    /// The patterns in the order of a set, and the routes for each URL, best first.
    private static func answers() throws -> (declared: String, matched: String) {
        var builder = RouteTable<Int>.Builder()
        for (scope, pattern) in Set(scopes).flatMap({ scope in Self.patterns.map { (scope, $0) } }) {
            try builder.add(pattern, in: [scope], name: "\(pattern) in \(scope)")
        }
        let table = builder.build()
        let matched = try urls.map { text in
            try table.matches(XCallbackURL(text), lenientAuthority: true).map(\.entry.name).joined(separator: " > ")
        }
        return (Self.patterns.joined(separator: " "), matched.joined(separator: "\t"))
    }

    @Test func `the order of routes is the same in every process`() async throws {
        let expected = try Self.answers().matched
        var declared: Set<String> = []
        for _ in 0..<20 {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                let answers = try Self.answers()
                print("\ndeclared: \(answers.declared)\nmatched: \(answers.matched)")
            }
            let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            let lines = output.split(separator: "\n")
            let matched = lines.first { $0.hasPrefix("matched: ") }
            #expect(matched.map { $0.dropFirst(9) == expected } == true)
            if let line = lines.first(where: { $0.hasPrefix("declared: ") }) { declared.insert(String(line)) }
        }
        // If all processes hashed alike, the test would prove nothing.
        #expect(declared.count > 1)
    }

    @Test func `a mistake in a pattern names the line of the caller`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            URLSchemeRouter(scheme: "notes").route("/notes/{id:in}") {}
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            said.contains(/LibraryTests\/OrderTests.swift:\d+: Fatal error: pattern '\/notes\/\{id:in\}': unknown type/)
        )
    }

    @Test func `traps on a second route for the same URLs, and names both`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let router = URLSchemeRouter(scheme: "notes")
            router.route("/notes/{id}") {}
            router.route("/notes/:name") {}
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("route '/notes/:name' (/notes/:name, LibraryTests/OrderTests.swift:"))
        #expect(said.contains("ties with '/notes/{id}' (/notes/{id}, LibraryTests/OrderTests.swift:"))
    }
}

import TestSupport
import Testing
import URLSchemeRouter

struct RoutePatternTests {
    @Test(arguments: TextTable.rows("route-patterns.txt", "Paths"))
    func `matches a path and reads its parameters`(row: [String]) throws {
        let match = try RouteTable.of([row[0]]).match(XCallbackURL("s:///\(row[1])"), lenientAuthority: false)
        let parameters = match.map { $0.pathParameters.queryText.isEmpty ? "-" : $0.pathParameters.queryText }
        #expect((parameters ?? "no match") == row[2])
    }

    @Test(arguments: TextTable.rows("route-patterns.txt", "Mistakes"))
    func `rejects an invalid pattern with a reason`(row: [String]) { expectMistake(row[0], row[1]) }

    @Test func `a name begins with a letter, not with a mark`() {
        expectMistake("/{\u{301}a}", "'\u{301}a' is not a name; use a letter, then letters, digits, '_', '-' and '.'")
    }

    private func expectMistake(_ pattern: String, _ reason: String) {
        let error = #expect(throws: RoutePatternError.self) { try RoutePattern(pattern) }
        #expect(error?.description == "pattern '\(pattern)': \(reason)")
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: ["/{k:/([a-z]-?)*X/}-{s}-x", "/{k:int}-{s}-x", "/{k:date}-{s}-x", "/{a}-{b}-{c:int}-{d}"])
    func `does not hang on a text that almost matches everywhere`(pattern: String) throws {
        #expect(try RouteTable.of([pattern]).winner("s:///\(String(repeating: "a-", count: 60_000))") == nil)
    }

    @Test func `lists its parameters and their types`() throws {
        let pattern = try RoutePattern("/a/{b:int}/v{c}.{d:uuid}/{e?}")
        #expect(pattern.parameterNames == ["b", "c", "d", "e"])
        #expect(pattern.typeName(of: "b") == "int")
        #expect(pattern.typeName(of: "c") == nil)
        #expect(pattern.typeName(of: "d") == "uuid")
        #expect(pattern.isOptional("e"))
        #expect(!pattern.isOptional("b"))
        #expect(try RoutePattern("/{p:date?}").typeName(of: "p") == "date")
        #expect(try RoutePattern("/{p:/a|b/}").typeName(of: "p") == "/a|b/")
        #expect(try RoutePattern("/{p**}").isRest("p"))
        #expect(pattern.description == "/a/{b:int}/v{c}.{d:uuid}/{e?}")
    }

    @Test func `parses any text or throws, and prints any pattern that it parsed`() throws {
        var generator = SeededGenerator(seed: 22)
        let pieces = [
            "/", "/", "a", ":", "{", "{a", "{b:", "{c:/", "/}", "}", "$(", ")", "\\/", "\\", "[", "]", "*", "**", "?",
            "int", ".", "é", "(", "|", "+",
        ]
        var parsed = 0
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                text += pieces.randomElement(using: &generator) ?? ""
            }
            guard let pattern = try? RoutePattern(text) else { continue }
            parsed += 1
            #expect(try RoutePattern(pattern.description) == pattern)
        }
        #expect(parsed > 1000)
    }
}

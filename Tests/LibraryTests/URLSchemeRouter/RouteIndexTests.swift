import TestSupport
import Testing

@testable import URLSchemeRouter

/// The table's storage: what it finds, and that a copy never changes with the original.
struct RouteIndexTests {
    private static let pieces = [
        "a", "b", "ab", "é", "e\u{301}", "7", "a7", "v{N}", "a{N}", "{N}b", "{N:int}", "{N:number}", "{N:/[a-c]+/}",
        "{N}-{M}", "{N:int}-{M}", "a{N}-{M}", "{N}", "*",
    ]
    private static let ends = ["", "", "", "/", "/{last?}", "/{last:int?}", "/**", "/{rest**}"]
    private static let texts = ["a", "b", "ab", "é", "e\u{301}", "7", "a7", "v1", "a-b", "7-b", "x", "ac", "7b", "A"]

    /// A pattern of up to three random segments.
    private func pattern(using generator: inout SeededGenerator) -> String {
        var text = ""
        for place in 0..<Int.random(in: 0...3, using: &generator) {
            let piece = Self.pieces.randomElement(using: &generator) ?? ""
            text += "/" + piece.replacing("N", with: "n\(place)").replacing("M", with: "m\(place)")
        }
        return text + (Self.ends.randomElement(using: &generator) ?? "")
    }

    private func url(using generator: inout SeededGenerator) throws -> String {
        let path = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            PercentCoding.encode(Self.texts.randomElement(using: &generator) ?? "")
        }
        let start = try #require(["s:///", "t:///", "s://", "u:/"].randomElement(using: &generator))
        let separator = UInt8.random(in: 0..<8, using: &generator) == 0 ? "//" : "/"
        return start + path.joined(separator: separator) + (Bool.random(using: &generator) ? "/" : "")
    }

    @Test(arguments: 0..<UInt64(Scale.count(40, upTo: 4000)))
    func `finds what a comparison with every pattern finds, also in a table from which another was made`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let schemes = try ["s", "t"].map { try #require(Scheme($0)) }
        var builder = RouteTable<Int>.Builder()
        var reference = RouteOrderReference()
        var earlier: [(RouteTable<Int>, RouteOrderReference)] = []
        for number in 0..<Int.random(in: 5...120, using: &generator) {
            let route = RouteOrderReference.Route(
                pattern: try RoutePattern(pattern(using: &generator)),
                scope: try #require([.anyScheme, .scheme(schemes[0])].randomElement(using: &generator)),
                isStrict: UInt8.random(in: 0..<6, using: &generator) == 0,
                senders: seed % 3 == 0 ? [nil, ["a"], ["b"], ["b", "c"]].randomElement(using: &generator) ?? nil : nil)
            let isFallback = UInt8.random(in: 0..<30, using: &generator) == 0
            let isTie =
                (try? builder.add(
                    name: "route \(number)", patterns: [route.pattern], scopes: [route.scope], isStrict: route.isStrict,
                    isFallback: isFallback, senders: route.senders, declaration: "",
                    payload: reference.routes.count))
                == nil
            guard !isTie else { continue }
            if isFallback { reference.fallbacks[route.scope] = reference.routes.count }
            reference.routes.append(route)
            if number.isMultiple(of: 17) { earlier.append((builder.build(), reference)) }
        }
        earlier.append((builder.build(), reference))
        for _ in 0..<60 {
            let url = try XCallbackURL(url(using: &generator))
            for (table, reference) in earlier {
                for isLenient in [false, true] {
                    let expected = reference.matches(url, lenientAuthority: isLenient)
                    let found = table.matches(url, lenientAuthority: isLenient)
                    #expect(found.map(\.entry.payload) == expected, "\(url)")
                    let match = table.match(url, lenientAuthority: isLenient)
                    #expect(match?.entry.payload == expected.first, "\(url)")
                    for match in found where !match.isFallback {
                        #expect(
                            match.pathParameters.elements.map(\.name).allSatisfy(
                                match.entry.pattern.parameterNames.contains))
                    }
                }
            }
        }
    }

    @Test func `finds a composed segment among thousands that begin with other texts`() throws {
        let patterns = (0..<3000).map { "/p\($0)-{x}" } + ["/{x}-7", "/{x:int}", "/{x}"]
        let table = try RouteTable.of(patterns)
        #expect(try table.winner("s:///p2999-q") == "/p2999-{x}")
        #expect(try table.winner("s:///p3000-7") == "/{x}-7")
        #expect(try table.winner("s:///70") == "/{x:int}")
        let all = table.matches(try XCallbackURL("s:///p12-7"), lenientAuthority: false).map(\.entry.name)
        #expect(all == ["/p12-{x}", "/{x}-7", "/{x}"])
    }
}

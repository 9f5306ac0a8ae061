import DispatcherConfiguration
import DispatcherRequests
import QueryCoding
import TestSupport
import Testing
import XCallbackURL

/// The limits of several routes together on a URL that leaves.
struct NarrowingTests {
    private static func lists(_ generator: inout SeededGenerator) -> CallbackLists {
        let entries = ["a.example", "b.example", "http://b.example", "c.example:8080"]
        let hosts = entries.filter { _ in Bool.random(using: &generator) }
        let schemes = ["one", "two", "three"].compactMap { Bool.random(using: &generator) ? Scheme($0) : nil }
        return CallbackLists(hosts: Set(hosts), allow: Bool.random(using: &generator) ? Set(schemes) : nil)
    }

    private static let urls = [
        "https://a.example/", "http://b.example/x", "https://c.example:8080/", "https://d.example/", "one:x", "two://x",
        "three:", "four:x",
    ]

    @Test(arguments: 0..<200)
    func `lets out what each list lets out, in any order, and survives being written down`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let lists = (0..<Int.random(in: 0...4, using: &generator)).map { _ in Self.lists(&generator) }
        let narrowing = CallbackRestriction.none.narrowed(by: lists)
        #expect(CallbackRestriction.none.narrowed(by: lists.shuffled(using: &generator)) == narrowing)
        #expect(narrowing.narrowed(by: lists) == narrowing)
        #expect(CallbackRestriction(narrowing.value) == narrowing)
        for text in Self.urls {
            let url = try CallbackURL(text)
            let isLetOut = lists.allSatisfy { lists in
                url.hostEntry.map(lists.hosts.contains) ?? lists.allow?.contains(url.scheme) ?? true
            }
            #expect((narrowing.refusal(of: url) == nil) == isLetOut, "\(text) \(lists)")
        }
    }

    /// A row of the journal may be damaged: distrust must not get lost with it.
    @Test(arguments: [.null, [], "", .integer(7), ["hosts": "a.example", "schemes": "one"]] as [QueryValue])
    func `lets nothing out if it cannot be read`(value: QueryValue) throws {
        for url in Self.urls { #expect(CallbackRestriction(value).refusal(of: try CallbackURL(url)) != nil) }
    }
}

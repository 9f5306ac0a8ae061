import QueryCoding
import TestSupport
import Testing
import XCallbackURL

/// Reading a URL gives what parsing it gives.
struct PlainURLTests {
    @Test(arguments: [
        "notes:///search", "notes:search", "notes:", "notes://", "notes:///", "notes:////a//b/", "notes:///a/../b",
        "notes://create", "notes://create/", "notes://create//7", "notes://x-callback-url/create",
        "notes://X-Callback-URL/create", "notes+1:///a+b", "n:///a;b=c&d@e:f", "notes:///a?", "notes://create?&",
    ])
    func `leaves a URL whose parts decode to themselves as it is`(text: String) throws {
        let url = try RoutableURL(text)
        guard case .plain(let plain) = url else { throw NotPlain() }
        #expect(XCallbackURL(plain) == (try XCallbackURL(text)))
        #expect(url.url == (try XCallbackURL(text)) && url.callbacks.isEmpty)
    }

    @Test(arguments: [
        "notes:///a%20b",  // an escape
        "Notes:///a",  // the scheme has another text
        "notes:///é", "notes://é/a",  // raw UTF-8 must be checked
        "notes:///a?b", "notes:///a?=b", "notes:///a#", "notes:///a#b",  // more than a path
        "https://example.org/a",  // a web link, whose host has its own rules
    ])
    func `parses every other URL`(text: String) throws {
        guard case .parsed(let url) = try RoutableURL(text) else { throw NotPlain() }
        #expect(url == (try XCallbackURL(text)))
    }

    @Test func `reads and refuses random texts as parsing does`() {
        var generator = SeededGenerator(seed: 5)
        var plain = 0
        for _ in 0..<Scale.count(20_000, upTo: 1_000_000) {
            let text = String(decoding: RandomURL.bytes(using: &generator), as: UTF8.self)
            let parsed = Result { () throws(XCallbackURLError) in try XCallbackURL(text) }
            let read = Result { () throws(XCallbackURL.Failure) in try RoutableURL(text) }
            switch (read, parsed) {
            case (.success(let read), .success(let parsed)):
                #expect(read.url == parsed && read.callbacks == parsed.callbacks, "\(text)")
                if case .plain = read { plain += 1 }
            case (.failure(let failure), .failure(let error)): #expect(failure.error == error, "\(text)")
            default: Issue.record("one reads and the other refuses: \(text)")
            }
        }
        #expect(plain > 100)
    }

    private struct NotPlain: Error {}
}

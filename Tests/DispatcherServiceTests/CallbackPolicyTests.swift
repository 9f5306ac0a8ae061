import DispatcherConfiguration
import DispatcherMessages
import Testing
import XCallbackURL

@testable import DispatcherService

/// Which callbacks are opened, at which door.
struct CallbackPolicyTests {
    private func verdict(
        _ url: String, _ door: Door, _ lists: CallbackLists = CallbackLists(), narrowing: [CallbackLists] = []
    ) throws -> String {
        let own = Set([Scheme("notes")].compactMap { $0 })
        let policy = CallbackPolicy(lists: lists, ownSchemes: own)
        let word = policy.verdict(try CallbackURL(url), door: door, narrowing: narrowing).word
        return word.hasPrefix("refuse") ? "refuse" : word
    }

    private static let named = CallbackLists(hosts: ["ok.example"], allow: Set([Scheme("other")].compactMap { $0 }))

    @Test(arguments: [
        ("other://x", Door.control, "open"),
        ("other://x", .desktop, "ask"),  // a web page chose it
        ("notes:///x", .desktop, "dispatch"),
        ("NOTES:///x", .control, "dispatch"),
        ("https://ok.example/", .control, "refuse"),  // web links want a host that is named
        ("file:///etc/passwd", .control, "refuse"),
        ("mailto:a@b?attach=/x", .control, "refuse"),
    ])
    func `without a list`(url: String, door: Door, expected: String) throws {
        #expect(try verdict(url, door) == expected)
    }

    @Test(arguments: [
        ("other://x", Door.desktop, "open"),
        ("third://x", .control, "refuse"),
        ("third://x", .desktop, "ask"),
        ("https://ok.example/a", .desktop, "open"),
        ("https://OK.example/a", .desktop, "open"),
        ("https://ok.example:8080/a", .desktop, "refuse"),  // another port is another host
        ("https://ok.example.evil.example/", .control, "refuse"),
        ("javascript:x", .control, "refuse"),
    ])
    func `with a list`(url: String, door: Door, expected: String) throws {
        #expect(try verdict(url, door, Self.named) == expected)
    }

    @Test
    func `a route narrows, and never widens`() throws {
        let none = CallbackLists(hosts: [], allow: [])
        #expect(try verdict("other://x", .control, narrowing: [none]) == "refuse")
        #expect(try verdict("https://ok.example/", .control, Self.named, narrowing: [none]) == "refuse")
        #expect(try verdict("other://x", .control, none, narrowing: [Self.named]) == "refuse")
    }
}

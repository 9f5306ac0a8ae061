import DispatcherConfiguration
import DispatcherMessages
import RequestRecord
import Testing
import XCallbackURL

@testable import DispatcherRequests

/// Which URLs leave a request, by which socket.
struct OutgoingGateTests {
    private func verdict(
        _ url: String, _ door: Door, _ lists: CallbackLists = CallbackLists(), own: [CallbackLists] = [],
        inherited: CallbackRestriction = .none, as purpose: OutgoingGate.Purpose = .callback
    ) throws -> String {
        let gate = OutgoingGate(lists: lists, door: door, inherited: inherited, own: own)
        let url = try CallbackURL(url)
        let word = gate.verdict(url, as: purpose, isOurs: url.scheme == Scheme("notes")).word
        return word.hasPrefix("refuse") ? "refuse" : word
    }

    private static let named = CallbackLists(
        hosts: ["ok.example", "http://plain.example"], allow: Set([Scheme("other")].compactMap { $0 }))
    private static let none = CallbackLists(hosts: [], allow: [])

    @Test(arguments: [
        ("other://x", Door.control, "open"),
        ("other://x", .desktop, "ask"),  // a web page chose it
        ("notes:///x", .desktop, "dispatch"),
        ("NOTES:///x", .control, "dispatch"),
        ("https://ok.example/", .control, "refuse"),  // web links want a host that is named
        ("file:///etc/passwd", .control, "refuse"),
        ("mailto:a@b?attach=/x", .control, "refuse"),
    ])
    func `a callback without a list`(url: String, door: Door, expected: String) throws {
        #expect(try verdict(url, door) == expected)
    }

    @Test(arguments: ["phpstorm://open?file=a", "vscode-insiders://file/a", "sftp://host/a", "mailto:a@b?attach=c"])
    func `the ban on callbacks is asked before the own schemes`(url: String) throws {
        for door in Door.allCases {
            let gate = OutgoingGate(lists: CallbackLists(), door: door, inherited: .none, own: [])
            #expect(gate.verdict(try CallbackURL(url), as: .callback, isOurs: true).word.contains("is never opened"))
            #expect(gate.verdict(try CallbackURL(url), as: .open, isOurs: true) == .dispatch)
        }
    }

    @Test(arguments: [
        ("other://x", Door.desktop, "open"),
        ("third://x", .control, "refuse"),
        ("third://x", .desktop, "ask"),
        ("https://ok.example/a", .desktop, "open"),
        ("https://OK.example/a", .desktop, "open"),
        ("https://ok.example:8080/a", .desktop, "refuse"),  // another port is another host
        ("https://ok.example.evil.example/", .control, "refuse"),
        ("http://ok.example/a", .control, "refuse"),  // plain http has to be named
        ("http://plain.example/a", .desktop, "open"),
        ("javascript:x", .control, "refuse"),
    ])
    func `a callback with a list`(url: String, door: Door, expected: String) throws {
        #expect(try verdict(url, door, Self.named) == expected)
    }

    @Test
    func `a route narrows, and never widens`() throws {
        #expect(try verdict("other://x", .control, own: [Self.none]) == "refuse")
        #expect(try verdict("https://ok.example/", .control, Self.named, own: [Self.none]) == "refuse")
        #expect(try verdict("other://x", .control, Self.none, own: [Self.named]) == "refuse")
    }

    @Test(arguments: [
        ("https://any.example/", "open"),  // the author of the route chose it
        ("other://x", "open"),
        ("file:///home", "open"),
        ("javascript:x", "refuse"),
        ("notes:///x", "dispatch"),
    ])
    func `an open is its author's choice, and no list of its own route binds it`(url: String, expected: String) throws {
        #expect(try verdict(url, .desktop, own: [Self.none], as: .open) == expected)
    }

    @Test(arguments: OutgoingGate.Purpose.allCases)
    func `what an earlier route narrowed binds every purpose but a step to our own routes`(
        purpose: OutgoingGate.Purpose
    ) throws {
        let inherited = CallbackRestriction.none.narrowed(by: [Self.none])
        for url in ["other://x", "https://ok.example/"] {
            #expect(try verdict(url, .control, Self.named, inherited: inherited, as: purpose) == "refuse")
        }
    }

    @Test(arguments: [
        ("other://x", "open", "open"),
        ("https://a.example/", "open", "open"),
        ("vscode://file/a", "open", "refuse"),
        ("steam://run/1", "open", "refuse"),
        ("jetbrains://idea/x", "open", "refuse"),
        ("sftp://host/a", "open", "refuse"),
        ("mailto:a@b?attach=x", "open", "refuse"),
        ("file:///x", "refuse", "refuse"),
        ("javascript:x", "refuse", "refuse"),
        ("chrome-extension://x", "refuse", "refuse"),
    ])
    func `a script's own call is no callback, and the call of a command is`(
        url: String, script: String, command: String
    ) throws {
        #expect(try verdict(url, .control, as: .call) == script)
        #expect(try verdict(url, .control, as: .commandCall) == command)
    }

    @Test func `a redirect stays within our own routes`() throws {
        #expect(try verdict("notes:///x", .desktop, as: .redirect) == "dispatch")
        #expect(try verdict("other:///x", .control, as: .redirect) == "refuse")
    }
}

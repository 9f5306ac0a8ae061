import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Foundation
import RequestRecord
import TestSupport
import Testing
import URLSchemeRouter
import UnixSystem

@testable import DispatcherRequests

/// The URLs that leave a request, and the requests that follow, for random URLs, outputs and configurations.
struct ReleaseTests {
    private static let schemes = ["own", "one", "two", "mailto", "file"]
    private static let hosts = ["a.example", "b.example"]

    private static func lists(_ generator: inout SeededGenerator) -> String {
        let hosts = hosts.filter { _ in Bool.random(using: &generator) }.joined(separator: ", ")
        let allow = ["one", "two"].filter { _ in Bool.random(using: &generator) }.joined(separator: ", ")
        return "{hosts: [\(hosts)], allow: \(Bool.random(using: &generator) ? "any" : "[\(allow)]")}"
    }

    private static func table(_ generator: inout SeededGenerator) throws -> DispatchTable {
        let folder = try TemporaryFolder()
        try folder.makeFolder("routes.d")
        let routes = (0..<4).map { number in
            let callbacks = Bool.random(using: &generator) ? ", callbacks: \(lists(&generator))" : ""
            return "  - {name: r\(number), path: /r\(number), run: [\"true\"]\(callbacks)}"
        }
        let file = "schemes: [own]\ndesktop: allow\nroutes:\n" + routes.joined(separator: "\n")
        try folder.write(file, to: "routes.d/own.yaml")
        try folder.write("callbacks: \(lists(&generator))", to: "config.yaml")
        let configuration = Configuration.load(ConfigurationFolder(path: folder.path))
        try #require(configuration.mistakes.map(\.description) == [])
        return try DispatchTable(configuration: configuration, compiled: [])
    }

    /// A callback. One to our own routes has callbacks itself.
    private static func callback(_ generator: inout SeededGenerator, depth: Int) -> String {
        let query =
            ["", "?", "?a=mine", "?b&a=mine", "?attach=x", "?x-source=me"].randomElement(using: &generator) ?? ""
        guard Int.random(in: 0..<3, using: &generator) > 0 else {
            return "https://\(hosts.randomElement(using: &generator) ?? "")/\(query)"
        }
        let scheme = schemes.randomElement(using: &generator) ?? ""
        guard scheme == "own" else { return "\(scheme):x\(query)#f" }
        let inner = depth > 0 ? PercentCoding.encode(callback(&generator, depth: depth - 1)) : ""
        return "own:///r\(Int.random(in: 0..<4, using: &generator))?a=mine&x-success=\(inner)"
    }

    private static func output(_ generator: inout SeededGenerator) -> QueryValue {
        let names = ["a", "b", "attach", "Attachment", "x-success", "x-error", "x-token", "x-source", "a.0", "a[]"]
        return .object(
            names.filter { _ in Bool.random(using: &generator) }.map {
                QueryValue.Member($0, .string(callback(&generator, depth: 0)))
            })
    }

    @Test(arguments: 0..<300)
    func `nothing leaves that a list along the way does not let out, and no output speaks for the caller`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let table = try Self.table(&generator)
        for _ in 0..<20 {
            let url = "own:///r0?x-success=" + PercentCoding.encode(Self.callback(&generator, depth: 3))
            let door: Door = Bool.random(using: &generator) ? .desktop : .control
            var next: Submission? = Submission(url: Array(url.utf8), door: door)
            var passed: [CallbackLists] = [table.settings.callbacks]
            while let submission = next {
                next = nil
                let request = ReceivedRequest(
                    id: RequestID(milliseconds: 0), submission: submission, table: table, begun: .now)
                let progress = RequestProgress(reading: request)
                guard let matched = progress.matched else { continue }
                let lists = matched.route.callbacks
                passed += lists
                guard let given = matched.callbacks.success,
                    let departure = progress.delivery(of: .success(Self.output(&generator))).delivery?.destination
                else { continue }
                switch departure {
                case .open(let outgoing): try check(outgoing, given, door, passed)
                case .dispatch(let following):
                    try check(following, given, submission, lists)
                    next = following
                }
            }
        }
    }

    /// - Parameter passed: The lists of config.yaml and of each route on the way.
    private func check(_ outgoing: OutgoingURL, _ given: CallbackURL, _ door: Door, _ passed: [CallbackLists]) throws {
        let url = try CallbackURL(outgoing.text)
        #expect(url.ban == nil, "\(outgoing.text)")
        #expect(url.scheme == given.scheme && url.host == given.host)
        for lists in passed {
            if let entry = url.hostEntry {
                #expect(lists.hosts.contains(entry), "\(outgoing.text)")
            } else if let allow = lists.allow {
                #expect(allow.contains(url.scheme), "\(outgoing.text)")
            }
        }
        if url.host == nil, door == .desktop { #expect(passed.first?.allow?.contains(url.scheme) == true) }
    }

    private func check(
        _ following: Submission, _ given: CallbackURL, _ submission: Submission, _ lists: [CallbackLists]
    ) throws {
        #expect(following.door == submission.door)
        #expect(following.depth == submission.depth + 1)
        #expect(following.narrowing == submission.narrowing.narrowed(by: lists))
        let caller = try XCallbackURL(given.text)
        let url = try XCallbackURL(following.text)
        #expect(url.callbacks == caller.callbacks && url.source == caller.source && url.reserved == caller.reserved)
        for name in caller.parameters.elements.map(\.name) {
            #expect(url.parameters[name] == caller.parameters[name])
            #expect(url.parameters.items(of: name)?.count == caller.parameters.items(of: name)?.count)
        }
    }
}

import Foundation
import QueryCoding
import RequestRecord
import Testing

/// `xcallback remove`: a route or a file goes, and nothing else.
@Suite(.timeLimit(.minutes(1)))
struct RemoveCommandTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon
    private static let text = """
        # Mine.
        schemes: [desk]
        routes:
          # The diary.
          - name: diary
            path: /diary
            input: {text: line}
            # What it runs.
            run: [echo, $text]

          - {name: gone, path: /gone, run: [echo, gone]}
          - name: last
            path: /last
            script: |
              echo a

              echo b
            output: text
        """

    init() throws {
        sandbox = try Sandbox()
        try sandbox.routes(Self.text + "\n", "desk")
        try sandbox.routes(
            "schemes: [other]\nroutes: [{name: a, path: /a, run: [echo]}, {name: b, path: /b, run: [echo]}]\n", "other")
        daemon = try RunningDaemon(sandbox)
    }

    private func remove(_ words: String...) throws -> Ended { try daemon.xcallback(["remove"] + words) }

    private func routes() throws -> Set<String> {
        let routes = try daemon.call("routes")["routes"]?.elements ?? []
        return Set(routes.compactMap { $0["name"]?.text }.filter { !$0.hasPrefix("xcallback.") })
    }

    private func desk() throws -> String { try sandbox.contents("config/xcallbackd/routes.d/desk.yaml") }

    @Test(arguments: [
        ("desk.diary", "  - name: diary\n", "    run: [echo, $text]\n"),
        ("desk.gone", "  - {name: gone", "[echo, gone]}\n"),
        ("desk.last", "  - name: last\n", "    output: text\n"),
    ])
    func `a route goes with its lines, and all others stay`(name: String, first: String, last: String) throws {
        let before = try desk()
        let ended = try remove(name, "--yes")
        #expect(ended.status == 0 && ended.output == "removed \(name)\n", "\(ended)")
        let range = try #require(before.range(of: first))
        let end = try #require(before.range(of: last, range: range.lowerBound..<before.endIndex))
        var expected = before
        expected.removeSubrange(range.lowerBound..<end.upperBound)
        #expect(try desk() == expected)
        #expect(
            try routes() == Set(["desk.diary", "desk.gone", "desk.last", "other.a", "other.b"]).subtracting([name]))
    }

    @Test func `the last route of a file takes the file along, and a file its routes`() throws {
        for name in ["desk.diary", "desk.gone"] { #expect(try remove(name, "--yes").status == 0) }
        let ended = try remove("desk.last", "-y")
        let path = "\(sandbox.path)/config/xcallbackd/routes.d/desk.yaml"
        #expect(ended.status == 0 && ended.output == "removed desk.last\nremoved \(path)\n", "\(ended)")
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try remove("other.yaml", "-y").output.hasPrefix("removed other.a\nremoved other.b\nremoved /"))
        #expect(try routes() == [])
    }

    @Test func `nothing goes without consent, or where it cannot be done exactly`() throws {
        let before = try desk()
        let unasked = try remove("desk.diary")
        #expect(
            unasked.status == 64 && unasked.errors.contains("run 'xcallback remove desk.diary --yes'"), "\(unasked)")
        for (name, status, reason) in [
            ("desk.dairy", 64, "there is no route and no file 'desk.dairy'; did you mean 'desk.diary'?"),
            ("other.a", 1, "the route has no lines of its own in its file; remove it with 'xcallback edit other'"),
            ("xcallback.ping", 1, "xcallback.ping is not in a file of "),
        ] {
            let ended = try remove(name, "--yes")
            #expect(ended.status == Int32(status) && ended.errors.hasPrefix("xcallback: \(reason)"), "\(ended)")
        }
        #expect(try desk() == before)
    }

    @Test(.needs(programs: "xdg-mime", "update-desktop-database"))
    func `the scheme and the grants of a route go with it`() throws {
        // The user answers "Always".
        try sandbox.settings("prompt: [sh, -c, 'case $1 in Always*) exit 0;; esac; exit 10', sh]\n")
        #expect(daemon.stop() == 0)
        let daemon = try RunningDaemon(sandbox)
        #expect(try daemon.reply(to: "desk:///gone", door: .desktop)["outcome"] == "success")
        #expect(try daemon.call("grants")["grants"]?.elements?.count == 1)
        #expect(try daemon.xcallback(["install", "--no-check"]).status != 64)
        let entry = "\(sandbox.path)/data/applications/xcallback-desk.desktop"
        #expect(FileManager.default.fileExists(atPath: entry))
        let ended = try daemon.xcallback(["remove", "desk.yaml", "--yes"])
        #expect(ended.status == 0, "\(ended)")
        #expect(try daemon.call("grants")["grants"] == [])
        #expect(!FileManager.default.fileExists(atPath: entry), "\(ended)")
        #expect(FileManager.default.fileExists(atPath: entry.replacing("-desk.", with: "-other.")))
    }
}

import DispatcherScenarios
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The rows of hostile.jsonl: bytes for a socket, and their expected replies.
@Suite(.timeLimit(.minutes(5)), HostileHarness())
struct HostileTests {
    /// Rows that are not bytes for the control socket of this version, with the suites that test these rows instead.
    static let elsewhere = [
        "H097": "DoorTests", "H098": "DoorTests", "H142": "DoorTests",
        "H101": "needs a prompt", "H102": "needs a prompt",
        "H138": "CommandTests", "H182": "CommandTests", "H183": "CommandTests",
        "H145": "ConnectionTests", "H146": "HeldClientsTests", "H168": "HeldClientsTests", "H172": "SocketTests",
        "H169": "needs a second user",
        "H161": "WorkerEndTests", "H162": "PythonWorkerTests", "H163": "WorkerEndTests",
        "H173": "needs the journal", "H179": "needs the journal",
        "H175": "needs strace", "H176": "needs strace",
        "H181": "CheckCommandTests",
        "H185": "DoorTests",
    ]

    static let rows = HostileCase.all.filter { elsewhere[$0.id] == nil }

    /// The routes of the rows, with the files of `/openfile` below a folder.
    static func fixture(root: String) throws -> Fixture {
        Fixture(
            routes: ["xcb": try HostileRoutes.text.replacing("/srv/xcb", with: root)],
            settings: "callbacks: {hosts: [ok.example]}\n", files: ["token": "GOODTOKEN\n"])
    }

    @Test(arguments: rows)
    func `a hostile line gets the reply that its row names`(row: HostileCase) async throws {
        let expectation = try #require(HostileExpectation(row), "no expectation for: \(row.expect)")
        expectation.check(try await #require(HostileHarness.current).replies(toBytes: row.bytes, door: .control))
    }

    @Test(arguments: rows)
    func `what the control socket refuses, the desktop socket refuses too`(row: HostileCase) async throws {
        guard case .refused? = HostileExpectation(row) else { return }
        let replies = try await #require(HostileHarness.current).replies(toBytes: row.bytes, door: .desktop)
        #expect(replies.count == 1)
        #expect(replies.allSatisfy { $0["outcome"] == "error" && $0["callback"]?["state"] != "opened" })
    }

    @Test func `every row runs here or names the place where it does`() {
        #expect(HostileCase.all.count == 121)
        let untried = HostileCase.all.filter(\.isProcedure).map(\.id)
        #expect(untried.filter { Self.elsewhere[$0] == nil }.isEmpty)
        #expect(Set(Self.elsewhere.keys).isSubset(of: HostileCase.all.map(\.id)))
    }
}

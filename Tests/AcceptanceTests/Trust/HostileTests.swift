import DispatcherMessages
import QueryCoding
import Testing

/// Every row of hostile.jsonl over the real control.sock, each on a connection of its own.
@Suite(HostileDaemon())
struct HostileTests {
    /// Rows that are no bytes for the control door of this version, and where they are tried instead.
    static let elsewhere = [
        "H097": "DoorTests", "H098": "DoorTests", "H142": "DoorTests",
        "H101": "needs a prompt", "H102": "needs a prompt",
        "H138": "CommandTests", "H182": "CommandTests", "H183": "CommandTests",
        "H145": "SocketTests", "H146": "SocketTests", "H168": "SocketTests", "H172": "SocketTests",
        "H169": "needs a second user",
        "H161": "WorkerCallbackTests", "H162": "WorkerCallbackTests", "H163": "WorkerCallbackTests",
        "H173": "needs the journal", "H179": "needs the journal",
        "H175": "needs strace", "H176": "needs strace",
        "H181": "CommandLineTests",
        "H185": "DoorTests",
    ]

    @Test(.timeLimit(.minutes(1)), arguments: HostileCase.all.filter { elsewhere[$0.id] == nil })
    func `a hostile line is answered as it deserves`(row: HostileCase) throws {
        let daemon = try #require(HostileDaemon.current)
        let expectation = try #require(HostileExpectation(row), "no expectation for: \(row.expect)")
        expectation.check(try daemon.replies(toBytes: row.bytes))
    }

    @Test(.timeLimit(.minutes(1)), arguments: HostileCase.all.filter { elsewhere[$0.id] == nil })
    func `what is refused to scripts is refused to web pages`(row: HostileCase) throws {
        let daemon = try #require(HostileDaemon.current)
        guard case .refused(_, let lines)? = HostileExpectation(row) else { return }
        let replies = try daemon.replies(toBytes: row.bytes, door: .desktop)
        #expect(replies.count == lines)
        #expect(replies.allSatisfy { $0["outcome"] == "error" && $0["callback"]?["state"] != "opened" })
    }

    @Test func `every row is tried, or it is said where`() {
        #expect(HostileCase.all.count == 121)
        let untried = HostileCase.all.filter(\.isProcedure).map(\.id)
        #expect(untried.filter { Self.elsewhere[$0] == nil }.isEmpty)
        #expect(Set(Self.elsewhere.keys).isSubset(of: HostileCase.all.map(\.id)))
    }
}

import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import Synchronization
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherService

/// An id gets its first outcome, and takes room only while there is some.
@Suite(.timeLimit(.minutes(5)))
struct ReplyMemoryTests {
    private let memory = ReplyMemory(capacity: 1 << 20, clock: { .now }, recordedUntil: { .zero })
    private let connection: ReplyMemory.Connection

    init() { connection = memory.connect() }

    private func clientID(_ id: String, _ door: Door) -> ReplyMemory.ClientID {
        ReplyMemory.ClientID(id, door == .desktop ? connection : nil)
    }

    private static func makeID() -> RequestID { RequestID(milliseconds: UInt64(clamping: Timestamp.now.wall)) }

    /// Admits a request; nil if it is not new.
    private func admit(_ id: String, _ url: String, at door: Door = .desktop) -> RequestID? {
        let request = Self.makeID()
        guard case .new = memory.admit(clientID(id, door), url: url, request: request) else { return nil }
        return request
    }

    /// The first request of an id of the desktop socket.
    private func earlier(_ id: String, _ url: String) throws -> ReplyMemory.Earlier {
        let admission = memory.admit(clientID(id, .desktop), url: url, request: Self.makeID())
        guard case .repeated(let earlier) = admission else { throw OutcomeError(.failed, "not repeated") }
        return earlier
    }

    private func end(_ id: String, _ url: String, output: String = "", at door: Door = .desktop) throws {
        let request = try #require(admit(id, url, at: door))
        let reply = OutcomeReply(
            id: request.description, url: url, outcome: .success(["text": .string(output)]))
        memory.remember(reply, for: clientID(id, door))
    }

    @Test func `a repeat gets the first outcome with its own URL`() async throws {
        try end("a", "n:///a", output: "first")
        let reply = try #require(await memory.reply(earlier("a", "n:///a")))
        #expect(reply.url == "n:///a")
        #expect(reply.outcome == .success(["text": "first"]))
        #expect(admit("a", "n:///a", at: .control) != nil, "the sockets have ids of their own")
    }

    @Test func `a connection of the desktop socket has ids of its own, which end with the connection`() throws {
        try end("a", "n:///a", output: "of the first")
        var other: ReplyMemory.Connection? = memory.connect()
        let bytes = memory.bytes(at: .desktop)
        let mine = ReplyMemory.ClientID("a", other)
        guard case .new = memory.admit(mine, url: "n:///a", request: Self.makeID()) else {
            throw OutcomeError(.failed, "another connection's id counts")
        }
        memory.remember(OutcomeReply(id: "x", url: "n:///a", outcome: .cancel), for: mine)
        #expect(memory.bytes(at: .desktop) > bytes)
        other = nil
        #expect(memory.bytes(at: .desktop) == bytes)
        // A request that has outlived its connection.
        memory.remember(OutcomeReply(id: "x", url: "n:///a", outcome: .cancel), for: mine)
        #expect(memory.bytes(at: .desktop) == bytes)
        #expect(try earlier("a", "n:///a").url == "n:///a")
    }

    @Test func `the desktop socket asks the journal for no id`() {
        let memory = ReplyMemory(clock: { .now }, recordedUntil: { .seconds(Int64.max / 2) })
        let id = ReplyMemory.ClientID("a", memory.connect())
        guard case .new(mayBeRecorded: false) = memory.admit(id, url: "n:///a", request: Self.makeID()) else {
            Issue.record("another connection may have had the id")
            return
        }
    }

    @Test func `a repeat waits until the journal has said whose id it is`() async throws {
        let memory = ReplyMemory(clock: { .now }, recordedUntil: { .seconds(Int64.max / 2) })
        func admit() -> ReplyMemory.Lookup {
            memory.admit(clientID("a", .control), url: "n:///a", request: Self.makeID())
        }
        guard case .new(mayBeRecorded: true) = admit(), case .repeated(let early) = admit() else {
            throw OutcomeError(.failed, "not new, or not repeated")
        }
        #expect(early.request == nil)
        async let request = memory.request(early)
        async let reply = memory.reply(early)
        let previous = Self.makeID()
        memory.identify(clientID("a", .control), as: previous)
        #expect(await request == previous)
        guard case .repeated(let late) = admit() else { throw OutcomeError(.failed, "not repeated") }
        #expect(late.request == previous)
        memory.remember(
            OutcomeReply(id: previous.description, url: "n:///a", outcome: .cancel), for: clientID("a", .control))
        #expect(await reply?.id == previous.description)
        #expect(await memory.reply(late)?.outcome == .cancel)
        memory.forget(clientID("a", .control))
        #expect(await memory.request(late) == nil)
    }

    /// Whether a new id has to be looked up in the journal.
    private func mayBeRecorded(_ memory: ReplyMemory, _ id: String) -> Bool {
        let admission = memory.admit(clientID(id, .control), url: "n:///", request: Self.makeID())
        guard case .new(let mayBeRecorded) = admission else { return false }
        return mayBeRecorded
    }

    @Test func `the journal is asked while it may know more`() throws {
        let now = Mutex(Timestamp.now)
        let end = now.withLock { $0.uptime } + .seconds(60)
        let memory = ReplyMemory(capacity: 1 << 20, clock: { now.withLock { $0 } }, recordedUntil: { end })
        #expect(mayBeRecorded(memory, "early"), "the previous daemon may have had the id")
        now.withLock { $0 = $0.advanced(by: .milliseconds(60_001)) }
        #expect(!mayBeRecorded(memory, "late"))
        let output = String(repeating: "o", count: memory.capacity / 2)
        for id in ["a", "b", "c"] {
            _ = memory.admit(clientID(id, .control), url: "n:///", request: Self.makeID())
            let reply = OutcomeReply(id: id, url: "n:///", outcome: .success(["text": .string(output)]))
            memory.remember(reply, for: clientID(id, .control))
        }
        #expect(mayBeRecorded(memory, "a"), "its reply was dropped to make room")
        now.withLock { $0 = $0.advanced(by: ReplyMemory.lifetime + .milliseconds(1)) }
        #expect(!mayBeRecorded(memory, "b"), "it would not count any more")
    }

    @Test(arguments: ["n:///b", "n:///", "n:///a/", "n:///e\u{301}"])
    func `another URL is a conflict`(url: String) throws {
        try end("a", url == "n:///e\u{301}" ? "n:///\u{E9}" : "n:///a")
        guard case .conflict = memory.admit(clientID("a", .desktop), url: url, request: Self.makeID()) else {
            throw OutcomeError(.failed, "no conflict")
        }
    }

    @Test func `the replies of a socket may take 16 MiB`() {
        #expect(ReplyMemory(clock: { .now }, recordedUntil: { .zero }).capacity == 16 << 20)
    }

    @Test(arguments: [Door.control, .desktop])
    func `long URLs take no room, and long replies at most what a socket has room for`(door: Door) throws {
        let url = "n:///" + String(repeating: "a", count: 125_000)
        for number in 0..<150 { try end("url \(number)", "\(url)\(number)", at: door) }
        #expect(memory.bytes(at: door) < memory.capacity / 16)
        let output = String(repeating: "o", count: memory.capacity / 16)
        for number in 0..<20 { try end("output \(number)", "n:///", output: output, at: door) }
        #expect((memory.capacity / 16 * 15...memory.capacity).contains(memory.bytes(at: door)))
        #expect(memory.bytes(at: door == .control ? .desktop : .control) == 0)
        #expect(admit("output 19", "n:///", at: door) == nil, "the last ones are remembered")
        #expect((admit("output 0", "n:///", at: door) == nil) == (door == .desktop), "the journal has the first ones")
    }

    /// Another connection would have to be asked whose id the journal has.
    @Test func `a dropped reply keeps its request, no id runs twice, and what is under way is never forgotten`()
        async throws
    {
        let request = try #require(admit("slow", "n:///slow"))
        let output = String(repeating: "o", count: memory.capacity / 16)
        for number in 0..<20 { try end("output \(number)", "n:///", output: output) }
        for number in [0, 3] { #expect(await memory.reply(try earlier("output \(number)", "n:///")) == nil) }
        let last = try #require(await memory.reply(try earlier("output 19", "n:///")))
        #expect(last.outcome == .success(["text": .string(output)]))
        // The repeat of a request that is under way waits for it.
        let slow = try earlier("slow", "n:///slow")
        #expect(slow.request == request)
        async let repeated = memory.reply(slow)
        memory.remember(
            OutcomeReply(id: request.description, url: "n:///slow", outcome: .cancel), for: clientID("slow", .desktop))
        #expect(await repeated?.outcome == .cancel)
    }

    @Test func `the connection that takes most makes room`() async throws {
        try end("mine", "n:///", output: "kept")
        let loud = memory.connect()
        for number in 0..<7000 {
            let id = ReplyMemory.ClientID("\(number)", loud)
            _ = memory.admit(id, url: "n:///", request: Self.makeID())
            memory.remember(OutcomeReply(id: "", url: "n:///", outcome: .cancel), for: id)
        }
        #expect(memory.bytes(at: .desktop) <= memory.capacity)
        #expect(await memory.reply(try earlier("mine", "n:///"))?.outcome == .success(["text": "kept"]))
        withExtendedLifetime(loud) {}
    }

    @Test(arguments: [Door.control, .desktop])
    func `an outcome that takes more than all room is dropped at once`(door: Door) throws {
        try end("a", "n:///", output: String(repeating: "o", count: memory.capacity + 1), at: door)
        #expect(memory.bytes(at: door) < 300)
        #expect((admit("a", "n:///", at: door) == nil) == (door == .desktop))
    }
}

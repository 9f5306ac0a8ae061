import DispatcherMessages
import DispatcherRequests
import QueryCoding
import Synchronization
import Testing
import UnixSystem
import XCallbackURL

@testable import DispatcherService

/// An id gets its first outcome, and takes room only while there is some.
@Suite(.timeLimit(.minutes(5)))
struct ReplyMemoryTests {
    private let memory = ReplyMemory(clock: { .now }, recordedUntil: { .zero })

    private static func makeID() -> RequestID { RequestID(milliseconds: UInt64(clamping: Timestamp.now.wall)) }

    /// Admits a request; nil if it is not new.
    private func admit(_ id: String, _ url: String, at door: Door = .desktop) -> RequestID? {
        let request = Self.makeID()
        guard case .new = memory.admit(id, door: door, url: url, request: request) else { return nil }
        return request
    }

    private func end(_ id: String, _ url: String, output: String = "", at door: Door = .desktop) throws {
        let request = try #require(admit(id, url, at: door))
        let reply = OutcomeReply(
            id: request.description, url: url, outcome: .success(["text": .string(output)]))
        memory.remember(reply, for: id, door: door)
    }

    @Test func `a repeat gets the first outcome with its own URL`() async throws {
        try end("a", "n:///a", output: "first")
        guard case .repeated(let earlier) = memory.admit("a", door: .desktop, url: "n:///a", request: Self.makeID())
        else {
            throw OutcomeError(.failed, "not repeated")
        }
        let reply = await memory.reply(earlier)
        #expect(reply.url == "n:///a")
        #expect(reply.outcome == .success(["text": "first"]))
        #expect(admit("a", "n:///a", at: .control) != nil, "the sockets have ids of their own")
    }

    @Test func `a repeat waits until the journal has said whose id it is`() async throws {
        let memory = ReplyMemory(clock: { .now }, recordedUntil: { .seconds(Int64.max / 2) })
        func admit() -> ReplyMemory.Admission {
            memory.admit("a", door: .control, url: "n:///a", request: Self.makeID())
        }
        guard case .new(mayBeRecorded: true) = admit(), case .repeated(let early) = admit() else {
            throw OutcomeError(.failed, "not new, or not repeated")
        }
        #expect(early.request == nil)
        async let request = memory.request(early)
        async let reply = memory.reply(early)
        let previous = Self.makeID()
        memory.identify("a", door: .control, as: previous)
        #expect(await request == previous)
        guard case .repeated(let late) = admit() else { throw OutcomeError(.failed, "not repeated") }
        #expect(late.request == previous)
        memory.remember(
            OutcomeReply(id: previous.description, url: "n:///a", outcome: .cancel), for: "a", door: .control)
        #expect(await reply.id == previous.description)
        #expect(await memory.reply(late).outcome == .cancel)
        memory.forget("a", door: .control)
        #expect(await memory.request(late) == nil)
    }

    /// Whether a new id has to be looked up in the journal.
    private func mayBeRecorded(_ memory: ReplyMemory, _ id: String) -> Bool {
        guard case .new(let mayBeRecorded) = memory.admit(id, door: .desktop, url: "n:///", request: Self.makeID())
        else { return false }
        return mayBeRecorded
    }

    @Test func `the journal is asked while it may know more`() throws {
        let now = Mutex(Timestamp.now)
        let end = now.withLock { $0.uptime } + .seconds(60)
        let memory = ReplyMemory(clock: { now.withLock { $0 } }, recordedUntil: { end })
        #expect(mayBeRecorded(memory, "early"), "the previous daemon may have had the id")
        now.withLock { $0 = $0.advanced(by: .milliseconds(60_001)) }
        #expect(!mayBeRecorded(memory, "late"))
        let output = String(repeating: "o", count: ReplyMemory.capacity / 2)
        for id in ["a", "b", "c"] {
            _ = memory.admit(id, door: .desktop, url: "n:///", request: Self.makeID())
            let reply = OutcomeReply(id: id, url: "n:///", outcome: .success(["text": .string(output)]))
            memory.remember(reply, for: id, door: .desktop)
        }
        #expect(mayBeRecorded(memory, "a"), "its reply was dropped to make room")
        now.withLock { $0 = $0.advanced(by: ReplyMemory.lifetime + .milliseconds(1)) }
        #expect(!mayBeRecorded(memory, "b"), "it would not count any more")
    }

    @Test(arguments: ["n:///b", "n:///", "n:///a/", "n:///e\u{301}"])
    func `another URL is a conflict`(url: String) throws {
        try end("a", url == "n:///e\u{301}" ? "n:///\u{E9}" : "n:///a")
        guard case .conflict = memory.admit("a", door: .desktop, url: url, request: Self.makeID()) else {
            throw OutcomeError(.failed, "no conflict")
        }
    }

    @Test func `long URLs take no room, and long replies at most 16 MiB a socket`() async throws {
        let url = "n:///" + String(repeating: "a", count: 125_000)
        for number in 0..<1500 { try end("url \(number)", "\(url)\(number)") }
        #expect(memory.bytes(at: .desktop) < 1 << 20)
        let output = String(repeating: "o", count: 1 << 20)
        for number in 0..<40 { try end("output \(number)", "n:///", output: output) }
        #expect(((15 << 20)...ReplyMemory.capacity).contains(memory.bytes(at: .desktop)))
        #expect(memory.bytes(at: .control) == 0)
        #expect(admit("output 39", "n:///") == nil, "the last ones are remembered")
        #expect(admit("output 0", "n:///") != nil, "the first ones are not")
    }

    @Test func `a request that is under way is never forgotten, and its repeat waits for it`() async throws {
        let request = try #require(admit("slow", "n:///slow"))
        let output = String(repeating: "o", count: 1 << 20)
        for number in 0..<40 { try end("output \(number)", "n:///", output: output) }
        guard
            case .repeated(let earlier) = memory.admit("slow", door: .desktop, url: "n:///slow", request: Self.makeID())
        else { throw OutcomeError(.failed, "not repeated") }
        #expect(earlier.request == request)
        async let repeated = memory.reply(earlier)
        memory.remember(
            OutcomeReply(id: request.description, url: "n:///slow", outcome: .cancel), for: "slow", door: .desktop)
        #expect(await repeated.outcome == .cancel)
    }

    @Test func `an outcome that takes more than all room is forgotten at once`() throws {
        try end("a", "n:///", output: String(repeating: "o", count: 17 << 20))
        #expect(memory.bytes(at: .desktop) == 0)
        #expect(admit("a", "n:///") != nil)
    }
}

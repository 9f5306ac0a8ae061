import DispatcherMessages
import RequestRecord
import Synchronization
import Testing
import UnixSystem

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

    /// Whether a new id has to be looked up in the journal; nil if it is not new.
    private func mayBeRecorded(
        _ id: ReplyMemory.ClientID, _ request: RequestID = makeID(), in other: ReplyMemory? = nil
    ) -> Bool? {
        guard case .new(let mayBeRecorded) = (other ?? memory).admit(id, url: "n:///a", request: request) else {
            return nil
        }
        return mayBeRecorded
    }

    /// The first request of an id of the desktop socket.
    private func first(_ id: String, _ url: String, at door: Door = .desktop) throws -> ReplyMemory.First {
        let admission = memory.admit(clientID(id, door), url: url, request: Self.makeID())
        guard case .repeated(let first) = admission else { throw OutcomeError(.failed, "not repeated") }
        return first
    }

    private func end(_ id: String, _ url: String, output: String = "", at door: Door = .desktop) throws {
        let request = try #require(admit(id, url, at: door))
        let reply = OutcomeReply(id: request.description, url: url, outcome: .success(["text": .string(output)]))
        memory.end(clientID(id, door), request, reply, .accepted)
    }

    @Test func `a repeat gets the first outcome with its own URL`() async throws {
        try end("a", "n:///a", output: "first")
        let reply = try #require(await first("a", "n:///a").reply(to: "n:///a"))
        #expect(reply.url == "n:///a")
        #expect(reply.outcome == .success(["text": "first"]))
        #expect(admit("a", "n:///a", at: .control) != nil, "the sockets have ids of their own")
    }

    @Test func `a connection of the desktop socket has ids of its own, which end with the connection`() throws {
        try end("a", "n:///a", output: "of the first")
        var other: ReplyMemory.Connection? = memory.connect()
        let bytes = memory.bytes(at: .desktop)
        let mine = ReplyMemory.ClientID("a", other)
        let request = Self.makeID()
        #expect(mayBeRecorded(mine, request) == false, "another connection's id counts")
        memory.end(mine, request, OutcomeReply(id: "x", url: "n:///a", outcome: .cancel), .accepted)
        #expect(memory.bytes(at: .desktop) > bytes)
        other = nil
        #expect(memory.bytes(at: .desktop) == bytes)
        // A request that has outlived its connection.
        memory.end(mine, request, OutcomeReply(id: "x", url: "n:///a", outcome: .cancel), .accepted)
        #expect(memory.bytes(at: .desktop) == bytes)
        #expect(try first("a", "n:///a").admitted != request)
    }

    @Test func `the desktop socket asks the journal for no id`() {
        let memory = ReplyMemory(clock: { .now }, recordedUntil: { .seconds(Int64.max / 2) })
        let id = ReplyMemory.ClientID("a", memory.connect())
        #expect(mayBeRecorded(id, in: memory) == false, "another connection may have had the id")
    }

    @Test func `a request that was turned away gives its refusal to the repeats, and its id is free again`()
        async throws
    {
        let request = try #require(admit("a", "n:///a"))
        let repeated = try first("a", "n:///a")
        async let reply = repeated.reply(to: "n:///a")
        let refusal = Outcome.error(OutcomeError(.draining, "full"))
        memory.end(
            clientID("a", .desktop), request, OutcomeReply(id: "x", url: "", outcome: refusal), .turnedAway)
        #expect(await reply?.outcome == refusal)
        let second = try #require(admit("a", "n:///b"))
        // The end of the first request changes nothing any more.
        memory.end(clientID("a", .desktop), request, OutcomeReply(id: "x", url: "", outcome: .cancel), .accepted)
        #expect(try first("a", "n:///b").admitted == second)
        #expect(memory.bytes(at: .desktop) == 0)
    }

    @Test func `a repeat that is cancelled waits for the reply nevertheless`() async throws {
        let request = try #require(admit("a", "n:///a"))
        let repeated = try first("a", "n:///a")
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await repeated.reply(to: "n:///a")
        }
        memory.end(clientID("a", .desktop), request, OutcomeReply(id: "x", url: "", outcome: .cancel), .accepted)
        #expect(await waiting.value?.outcome == .cancel)
    }

    @Test func `a repeat waits until the journal has said whose id it is`() async throws {
        let memory = ReplyMemory(clock: { .now }, recordedUntil: { .seconds(Int64.max / 2) })
        let (id, request, previous) = (clientID("a", .control), Self.makeID(), Self.makeID())
        for known in [request, previous] {
            guard case .new(mayBeRecorded: true) = memory.admit(id, url: "n:///a", request: request),
                case .repeated(let first) = memory.admit(id, url: "n:///a", request: Self.makeID())
            else { throw OutcomeError(.failed, "not new, or not repeated") }
            async let identity = first.request
            async let reply = first.reply(to: "n:///a")
            memory.identify(id, request, as: known)
            #expect(await identity == known)
            // The id belongs to the request until the request has ended.
            guard case .repeated = memory.admit(id, url: "n:///a", request: Self.makeID()) else {
                throw OutcomeError(.failed, "not repeated")
            }
            if known == request {
                memory.end(id, request, OutcomeReply(id: "x", url: "", outcome: .cancel), .turnedAway)
            } else {
                memory.forget(id, request)
            }
            #expect(await reply?.outcome == (known == request ? .cancel : nil), "the journal has the reply of another")
        }
    }

    @Test(arguments: [true, false])
    func `a repeat is told that the first was accepted once its record is there`(isRecorded: Bool) async throws {
        let (id, request) = (clientID("a", .desktop), Self.makeID())
        _ = memory.admit(id, url: "n:///a", request: request)
        let repeated = try first("a", "n:///a")
        let isTold = Mutex(false)
        async let told = {
            let request = await repeated.request
            isTold.withLock { $0 = true }
            return request
        }()
        for _ in 0..<1000 { await Task.yield() }
        #expect(!isTold.withLock { $0 })
        if isRecorded {
            memory.identify(id, request, as: request)
        } else {
            memory.end(id, request, OutcomeReply(id: "x", url: "", outcome: .cancel), .turnedAway)
        }
        #expect(await told == (isRecorded ? request : nil))
    }

    @Test func `the journal is asked while it may know more`() throws {
        let now = Mutex(Timestamp.now)
        let end = now.withLock { $0.uptime } + .seconds(60)
        let memory = ReplyMemory(capacity: 1 << 20, clock: { now.withLock { $0 } }, recordedUntil: { end })
        #expect(
            mayBeRecorded(clientID("early", .control), in: memory) == true, "the previous daemon may have had the id")
        now.withLock { $0 = $0.advanced(by: .milliseconds(60_001)) }
        #expect(mayBeRecorded(clientID("late", .control), in: memory) != true)
        // The oldest of so many ids are forgotten.
        for number in 0..<4000 {
            let (id, request) = (clientID("\(number)", .control), Self.makeID())
            _ = memory.admit(id, url: "n:///", request: request)
            memory.end(id, request, OutcomeReply(id: "", url: "", outcome: .cancel), .accepted)
        }
        #expect(mayBeRecorded(clientID("0", .control), in: memory) == true, "it was forgotten")
        #expect(mayBeRecorded(clientID("3999", .control), in: memory) != true, "it is remembered")
        now.withLock { $0 = $0.advanced(by: ReplyMemory.lifetime + .milliseconds(1)) }
        #expect(mayBeRecorded(clientID("1", .control), in: memory) != true, "it would not count any more")
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
        for number in [0, 3] { #expect(try await first("output \(number)", "n:///").reply(to: "n:///") == nil) }
        let last = try #require(try await first("output 19", "n:///").reply(to: "n:///"))
        #expect(last.outcome == .success(["text": .string(output)]))
        // The repeat of a request that is under way waits for it.
        let slow = try first("slow", "n:///slow")
        #expect(slow.admitted == request)
        async let repeated = slow.reply(to: "n:///slow")
        let reply = OutcomeReply(id: request.description, url: "n:///slow", outcome: .cancel)
        memory.end(clientID("slow", .desktop), request, reply, .accepted)
        #expect(await repeated?.outcome == .cancel)
    }

    @Test func `the connection that takes most makes room`() async throws {
        try end("mine", "n:///", output: "kept")
        let loud = memory.connect()
        for number in 0..<7000 {
            let id = ReplyMemory.ClientID("\(number)", loud)
            let request = Self.makeID()
            _ = memory.admit(id, url: "n:///", request: request)
            memory.end(id, request, OutcomeReply(id: "", url: "n:///", outcome: .cancel), .accepted)
        }
        #expect(memory.bytes(at: .desktop) <= memory.capacity)
        #expect(try await first("mine", "n:///").reply(to: "n:///")?.outcome == .success(["text": "kept"]))
        withExtendedLifetime(loud) {}
    }

    @Test(arguments: [Door.control, .desktop])
    func `an outcome that takes more than all room is dropped at once`(door: Door) throws {
        try end("a", "n:///", output: String(repeating: "o", count: memory.capacity + 1), at: door)
        #expect(memory.bytes(at: door) < 300)
        #expect((admit("a", "n:///", at: door) == nil) == (door == .desktop))
    }
}

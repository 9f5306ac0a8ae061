import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import NIOCore
import QueryCoding
import Synchronization
import UnixSystem
import XCallbackURL

/// The replies to requests that brought an id of their own: a repeat within ten minutes gets the first one's.
final class ReplyMemory: Sendable {
    /// How long an id counts.
    static let lifetime = Journal.clientIDLifetime
    /// The most bytes that the ended requests of a socket take. Past it the oldest go early, and the journal has their
    /// outcomes.
    static let capacity = 16 << 20

    struct Earlier: Sendable {
        let id: String
        let door: Door
        /// The URL of both requests.
        let url: String
        /// The request that was admitted with the id.
        let admitted: RequestID
        /// The request that has the id; nil while the journal is asked whether it is one of the previous daemon.
        let request: RequestID?
    }

    enum Admission: Sendable {
        /// - Parameter mayBeRecorded: Whether the journal may know the id nevertheless.
        case new(mayBeRecorded: Bool)
        case repeated(Earlier)
        /// The id stands for another URL.
        case conflict
    }

    private struct Entry {
        let url: URLDigest
        /// The request that was admitted with the id.
        let admitted: RequestID
        /// The request that has the id: the admitted one, or one of the previous daemon.
        var request: RequestID
        /// Whether that is known.
        var isIdentified: Bool
        /// The callers that wait until the request is known.
        var callers: [CheckedContinuation<RequestID?, Never>] = []
        let time: Timestamp
        /// The JSON of the reply, without the URL; nil while the request is under way.
        var reply: String?
        var waiters: [CheckedContinuation<OutcomeReply, Never>] = []
    }

    private struct Memory {
        var entries: [String: Entry] = [:]
        /// The ended requests, in the order of their ends. Those under way are never forgotten.
        var ended = CircularBuffer<(id: String, request: RequestID)>()
        /// The bytes of the ended requests.
        var bytes = 0
        /// The uptime until which a request counts that was forgotten early.
        var droppedUntil = Duration.zero

        mutating func remove(_ id: String) -> Entry? {
            guard let entry = entries.removeValue(forKey: id) else { return nil }
            bytes -= entry.reply.map { ReplyMemory.size(id, $0) } ?? 0
            return entry
        }

        mutating func forgetOld(now: Timestamp) {
            while let oldest = ended.first {
                let entry = entries[oldest.id]
                // Its place may have gone to a later request of the same id.
                let isHeld = entry?.request == oldest.request
                let isRecent = entry.map { now.since($0.time) <= ReplyMemory.lifetime } ?? false
                if isHeld, isRecent {
                    if bytes <= ReplyMemory.capacity { return }
                    droppedUntil = now.uptime + ReplyMemory.lifetime
                }
                if isHeld { _ = remove(oldest.id) }
                ended.removeFirst()
            }
        }
    }

    private let contents = Mutex(ByDoor(repeating: Memory()))
    private let clock: Timestamp.Clock
    private let recordedUntil: @Sendable () -> Duration

    /// - Parameter recordedUntil: The uptime until which an id may count that only the journal knows.
    init(clock: @escaping Timestamp.Clock, recordedUntil: @escaping @Sendable () -> Duration) {
        self.clock = clock
        self.recordedUntil = recordedUntil
    }

    /// The bytes that the ended requests of a socket take.
    func bytes(at door: Door) -> Int { contents.withLock { $0[door].bytes } }

    func admit(_ id: String, door: Door, url: String, request: RequestID) -> Admission {
        let digest = URLDigest(url)
        let now = clock()
        return contents.withLock { contents in
            contents[door].forgetOld(now: now)
            if let entry = contents[door].entries[id] {
                if entry.reply == nil || now.since(entry.time) <= Self.lifetime {
                    guard entry.url == digest else { return .conflict }
                    return .repeated(
                        Earlier(
                            id: id, door: door, url: url, admitted: entry.admitted,
                            request: entry.isIdentified ? entry.request : nil))
                }
                _ = contents[door].remove(id)
            }
            let mayBeRecorded = now.uptime <= max(recordedUntil(), contents[door].droppedUntil)
            contents[door].entries[id] = Entry(
                url: digest, admitted: request, request: request, isIdentified: !mayBeRecorded, time: now)
            return .new(mayBeRecorded: mayBeRecorded)
        }
    }

    /// Forgets a request that was admitted and is not run.
    /// - Parameter reply: The reply for those that wait for one; nil if there is none.
    func forget(_ id: String, door: Door, answering reply: OutcomeReply? = nil) {
        guard let entry = contents.withLock({ $0[door].remove(id) }) else { return }
        let reply = reply ?? Self.forgotten(entry.request, url: "")
        for waiter in entry.waiters { waiter.resume(returning: reply) }
        for caller in entry.callers { caller.resume(returning: nil) }
    }

    /// Sets the request that has an id: the admitted one, or one of the previous daemon.
    func identify(_ id: String, door: Door, as request: RequestID) {
        let callers = contents.withLock { contents in
            let callers = contents[door].entries[id]?.callers
            contents[door].entries[id]?.request = request
            contents[door].entries[id]?.isIdentified = true
            contents[door].entries[id]?.callers = []
            return callers
        }
        for caller in callers ?? [] { caller.resume(returning: request) }
    }

    /// Waits until the request of an id is known, and returns the request; nil if the id was forgotten.
    func request(_ earlier: Earlier) async -> RequestID? {
        await withCheckedContinuation { caller in
            let known: RequestID?? = contents.withLock { contents in
                guard let entry = contents[earlier.door].entries[earlier.id], entry.admitted == earlier.admitted else {
                    return .some(nil)
                }
                if entry.isIdentified { return entry.request }
                contents[earlier.door].entries[earlier.id]?.callers.append(caller)
                return nil
            }
            if let known { caller.resume(returning: known) }
        }
    }

    func remember(_ reply: OutcomeReply, for id: String, door: Door) {
        // Whoever asks again brings the URL along.
        var kept = reply
        kept.url = ""
        let json = kept.json
        let now = clock()
        let waiters: [CheckedContinuation<OutcomeReply, Never>] = contents.withLock { contents in
            guard var entry = contents[door].remove(id) else { return [] }
            let waiters = entry.waiters
            entry.waiters = []
            entry.reply = json
            contents[door].entries[id] = entry
            contents[door].bytes += Self.size(id, json)
            contents[door].ended.append((id, entry.request))
            contents[door].forgetOld(now: now)
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: reply) }
    }

    /// The reply of the first request with this id, as soon as there is one.
    func reply(_ earlier: Earlier) async -> OutcomeReply {
        await withCheckedContinuation { waiter in
            let reply: OutcomeReply? = contents.withLock { contents in
                guard let entry = contents[earlier.door].entries[earlier.id], entry.admitted == earlier.admitted else {
                    return Self.forgotten(earlier.admitted, url: earlier.url)
                }
                if let reply = entry.reply { return Self.read(reply, earlier) }
                contents[earlier.door].entries[earlier.id]?.waiters.append(waiter)
                return nil
            }
            if let reply { waiter.resume(returning: reply) }
        }
    }

    /// The bytes that an ended request takes: its id in two collections, its reply, and the collections themselves.
    private static func size(_ id: String, _ reply: String) -> Int { 2 * id.utf8.count + reply.utf8.count + 256 }

    private static func read(_ json: String, _ earlier: Earlier) -> OutcomeReply {
        do {
            var reply = try OutcomeReply(try JSONParser.parse(Array(json.utf8), depthLimit: 512))
            reply.url = earlier.url
            return reply
        } catch {
            return forgotten(earlier.admitted, url: earlier.url)
        }
    }

    private static func forgotten(_ request: RequestID, url: String) -> OutcomeReply {
        let error = OutcomeError(.draining, "the outcome of that id is no longer remembered")
        return OutcomeReply(id: request.description, url: url, outcome: .error(error))
    }
}

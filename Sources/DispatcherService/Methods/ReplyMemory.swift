import DispatcherMessages
import DispatcherRequests
import Synchronization
import UnixSystem
import XCallbackURL

/// The replies to requests that brought an id of their own: a repeat within ten minutes gets the first one's.
final class ReplyMemory: Sendable {
    /// How long an id counts.
    static let lifetime = Duration.seconds(600)
    /// The most ids that are remembered; past it the oldest go early.
    static let capacity = 10_000

    struct Key: Hashable, Sendable {
        let id: String
        let door: Door
    }

    struct Earlier: Sendable {
        let key: Key
        let request: RequestID
    }

    enum Admission: Sendable {
        case new
        case repeated(Earlier)
        /// The id stands for another URL.
        case conflict
    }

    private struct Entry {
        let url: String
        let request: RequestID
        let time: Timestamp
        var reply: OutcomeReply?
        var waiters: [CheckedContinuation<OutcomeReply, Never>] = []
    }

    private struct Contents {
        var entries: [Key: Entry] = [:]
        var order: [(key: Key, time: Timestamp)] = []
    }

    private let contents = Mutex(Contents())
    private let clock: Timestamp.Clock

    init(clock: @escaping Timestamp.Clock) { self.clock = clock }

    func admit(_ id: String, door: Door, url: String, request: RequestID) -> Admission {
        let key = Key(id: id, door: door)
        let now = clock()
        return contents.withLock { contents in
            Self.forgetOld(&contents, now: now)
            if let entry = contents.entries[key] {
                guard entry.url.utf8.elementsEqual(url.utf8) else { return .conflict }
                return .repeated(Earlier(key: key, request: entry.request))
            }
            contents.entries[key] = Entry(url: url, request: request, time: now)
            contents.order.append((key, now))
            return .new
        }
    }

    /// Forgets a request that was admitted and is not run.
    func forget(_ id: String, door: Door) {
        let key = Key(id: id, door: door)
        let entry = contents.withLock { contents in
            contents.order.removeAll { $0.key == key }
            return contents.entries.removeValue(forKey: key)
        }
        guard let entry else { return }
        let reply = Self.forgotten(Earlier(key: key, request: entry.request))
        for waiter in entry.waiters { waiter.resume(returning: reply) }
    }

    func remember(_ reply: OutcomeReply, for id: String, door: Door) {
        let waiters = contents.withLock { contents in
            let key = Key(id: id, door: door)
            contents.entries[key]?.reply = reply
            defer { contents.entries[key]?.waiters = [] }
            return contents.entries[key]?.waiters ?? []
        }
        for waiter in waiters { waiter.resume(returning: reply) }
    }

    /// The reply of the first request with this id, as soon as there is one.
    func reply(_ earlier: Earlier) async -> OutcomeReply {
        await withCheckedContinuation { waiter in
            let reply = contents.withLock { contents in
                guard let entry = contents.entries[earlier.key] else { return Optional(Self.forgotten(earlier)) }
                if let reply = entry.reply { return reply }
                contents.entries[earlier.key]?.waiters.append(waiter)
                return nil
            }
            if let reply { waiter.resume(returning: reply) }
        }
    }

    private static func forgotten(_ earlier: Earlier) -> OutcomeReply {
        let error = OutcomeError(.draining, "the outcome of that id is no longer remembered")
        return OutcomeReply(id: earlier.request.description, url: "", outcome: .error(error))
    }

    /// Those whose request still runs stay: somebody may wait for them.
    private static func forgetOld(_ contents: inout Contents, now: Timestamp) {
        while let oldest = contents.order.first,
            now.since(oldest.time) > lifetime || contents.order.count > capacity,
            contents.entries[oldest.key]?.reply != nil
        {
            contents.entries[oldest.key] = nil
            contents.order.removeFirst()
        }
    }
}

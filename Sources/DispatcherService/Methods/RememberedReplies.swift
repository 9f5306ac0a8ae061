import DispatcherMessages
import DispatcherRequests
import NIOCore
import RequestRecord
import UnixSystem

/// The requests with clients' ids, of the control socket or of one connection of another socket.
struct RememberedReplies {
    struct Entry {
        let url: URLDigest
        /// The request that was admitted with the id.
        let admitted: RequestID
        /// The request that has the id: the admitted request, or a request of the previous daemon.
        var request: RequestID
        /// Whether it is known which request has the id.
        var isIdentified: Bool
        /// The callers that wait until the request is known.
        var callers: [CheckedContinuation<RequestID?, Never>] = []
        let time: Timestamp
        var reply = Reply.pending
        var waiters: [CheckedContinuation<OutcomeReply?, Never>] = []

        /// Whether a repeat gets the reply of the request.
        func counts(_ now: Timestamp) -> Bool {
            if case .pending = reply { true } else { now.since(time) <= ReplyMemory.lifetime }
        }
    }

    enum Reply {
        /// The request waits or runs.
        case pending
        /// The JSON of the reply, without the URL.
        case known(String)
        /// The reply was dropped to make room, and the journal has the outcome.
        case dropped
    }

    let door: Door
    var entries: [String: Entry] = [:]
    /// The ended requests, in the order of their ends. Requests that wait or run are never forgotten.
    private var ended = CircularBuffer<(id: String, request: RequestID)>()
    /// The number of ended requests, from the first, whose replies were dropped.
    private var droppedCount = 0
    /// The bytes of the ended requests.
    private(set) var bytes = 0
    /// Until this uptime, an id that was forgotten early must be looked up in the journal.
    private(set) var droppedUntil = Duration.zero

    init(at door: Door) { self.door = door }

    mutating func remove(_ id: String) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        bytes -= Self.size(id, entry.reply)
        return entry
    }

    /// Sets the reply of a request, and returns the callers that wait for the reply.
    mutating func end(_ id: String, _ json: String) -> [CheckedContinuation<OutcomeReply?, Never>] {
        guard var entry = remove(id) else { return [] }
        let waiters = entry.waiters
        entry.waiters = []
        entry.reply = .known(json)
        entries[id] = entry
        bytes += Self.size(id, entry.reply)
        ended.append((id, entry.request))
        return waiters
    }

    /// Forgets the ended requests that no longer count, and the oldest other requests while all take more than
    /// `capacity` bytes.
    mutating func forgetOld(now: Timestamp, capacity: Int) {
        while let oldest = ended.first {
            if let entry = held(oldest), entry.counts(now) {
                if bytes <= capacity { return }
                droppedUntil = now.uptime + ReplyMemory.lifetime
            }
            forgetOldest()
        }
    }

    /// Drops the oldest reply. If no request has a reply, forgets the oldest ended request.
    mutating func makeRoom() {
        while droppedCount < ended.count {
            let next = ended[ended.index(ended.startIndex, offsetBy: droppedCount)]
            droppedCount += 1
            guard let entry = held(next) else { continue }
            bytes += Self.size(next.id, .dropped) - Self.size(next.id, entry.reply)
            entries[next.id]?.reply = .dropped
            return
        }
        forgetOldest()
    }

    private mutating func forgetOldest() {
        guard let oldest = ended.popFirst() else { return }
        droppedCount = max(0, droppedCount - 1)
        if held(oldest) != nil { _ = remove(oldest.id) }
    }

    /// Returns the entry of an ended request; nil if a later request of the same id has the entry.
    private func held(_ ended: (id: String, request: RequestID)) -> Entry? {
        entries[ended.id].flatMap { $0.request == ended.request ? $0 : nil }
    }

    /// The bytes that an ended request takes: its id in two collections, its reply, and the collections themselves.
    private static func size(_ id: String, _ reply: Reply) -> Int {
        switch reply {
        case .pending: 0
        case .known(let json): 2 * id.utf8.count + json.utf8.count + 256
        case .dropped: 2 * id.utf8.count + 256
        }
    }
}

/// A URL as 128 bits: two keyed hashes, whose key this process chose at random. The digest is stored in place of the
/// URL, which may be long.
struct URLDigest: Hashable, Sendable {
    private let first: Int
    private let second: Int

    init(_ url: String) {
        first = Self.hash(url, 1)
        second = Self.hash(url, 2)
    }

    private static func hash(_ url: String, _ number: UInt8) -> Int {
        var url = url
        var hasher = Hasher()
        hasher.combine(number)
        // The bytes are hashed: as strings, canonically equal URLs would be equal.
        url.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}

import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import NIOCore
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The requests to which clients gave ids: a repeat within ten minutes gets the reply of the first request.
///
/// On the control socket an id counts for all connections, and after a restart of the daemon. On another socket an id
/// counts only on its own connection: another client could guess the id, and would get the output.
final class ReplyMemory: Sendable {
    /// The time for which an id counts.
    static let lifetime = Journal.clientIDLifetime

    /// A connection of the desktop or agent socket, whose ids are forgotten when nothing refers to the connection any more.
    final class Connection: Sendable {
        fileprivate let number: Int
        private let memory: ReplyMemory

        fileprivate init(_ number: Int, in memory: ReplyMemory) {
            self.number = number
            self.memory = memory
        }

        deinit { memory.end(number) }
    }

    /// A client's id, and the connection on which it counts.
    struct ClientID: Sendable {
        let text: String
        fileprivate let connection: Int

        /// - Parameter connection: Nil on the control socket.
        init(_ text: String, _ connection: Connection?) {
            self.text = text
            self.connection = connection?.number ?? Contents.control
        }
    }

    /// The first request with an id.
    struct First: Sendable {
        /// The request that was admitted with the id.
        let admitted: RequestID
        /// The request of the previous daemon that has the id, or the admitted request, as soon as that is known and the
        /// request is recorded: at its end at the latest.
        fileprivate let identity = Answer<RequestID?>()
        /// The hash of the URL, which may be long. The hash has a key that this process chose at random.
        fileprivate let url: Int
        fileprivate let time: Timestamp
        /// The reply as JSON, without its URL; nil if only the journal has it.
        fileprivate var reply = Answer<String?>()
        fileprivate var state = State.pending

        fileprivate enum State {
            case pending
            case ended
        }

        /// Whether a repeat gets the reply of the request.
        fileprivate func counts(_ now: Timestamp) -> Bool {
            state == .pending || now.since(time) <= ReplyMemory.lifetime
        }

        /// Waits until it is known which request has the id, and that request is recorded. Returns nil if the admitted request
        /// is not run.
        var request: RequestID? {
            get async { await identity.value {} }
        }

        /// The answer for all requests whose replies only the journal has.
        fileprivate static let dropped = Answer<String?>(.some(nil))

        /// Waits for the reply, also if the task is cancelled: the request ends in any case. Returns nil if only the
        /// journal has the reply.
        /// - Parameter url: The URL of the repeat.
        func reply(to url: String) async -> OutcomeReply? {
            guard let json = await reply.value(onCancel: {}),
                let value = try? JSONParser.parse(Array(json.utf8), depthLimit: 512),
                var reply = try? OutcomeReply(value)
            else { return nil }
            reply.url = url
            return reply
        }
    }

    enum Lookup: Sendable {
        /// - Parameter mayBeRecorded: Whether the caller asks the journal whether the id is an earlier request's.
        case new(mayBeRecorded: Bool)
        case repeated(First)
        /// The id was used for another URL.
        case conflict
    }

    /// The maximum number of bytes of a socket's ended requests. Above it the oldest replies are dropped; the journal has
    /// the outcomes. On the desktop and agent sockets, the connection with the most bytes loses its replies first.
    let capacity: Int
    private let contents = Lock(Contents())
    private let clock: Timestamp.Clock
    private let recordedUntil: @Sendable () -> Duration

    /// - Parameter recordedUntil: The uptime until which an id of the control socket may count that is only in the
    ///   journal.
    init(
        capacity: Int = 16 << 20, clock: @escaping Timestamp.Clock,
        recordedUntil: @escaping @Sendable () -> Duration
    ) {
        self.capacity = capacity
        self.clock = clock
        self.recordedUntil = recordedUntil
    }

    /// The bytes that the ended requests of a socket take.
    func bytes(at door: Door) -> Int { contents.withLock { $0.bytes[door] } }

    /// A new connection of a socket whose ids count for one connection.
    func connect(at door: Door = .desktop) -> Connection {
        let number = contents.withLock { contents in
            contents.lastConnection += 1
            contents.connections[contents.lastConnection] = Requests(at: door)
            return contents.lastConnection
        }
        return Connection(number, in: self)
    }

    private func end(_ connection: Int) {
        // The requests are released after the lock.
        _ = contents.withLock { contents in
            let requests = contents.connections.removeValue(forKey: connection)
            if let requests { contents.bytes[requests.door] -= requests.bytes }
            return requests
        }
    }

    /// Returns the request to which an id refers on a connection: the client's id, or the daemon's.
    func request(_ id: String, on connection: Connection) -> RequestID? {
        contents.withLock { contents in
            let firsts = contents.connections[connection.number]?.firsts ?? [:]
            return firsts[id]?.admitted ?? firsts.values.first { $0.admitted.description == id }?.admitted
        }
    }

    /// Returns the requests of a connection that wait or run.
    func pendingRequests(of connection: Connection) -> [RequestID] {
        let firsts = contents.withLock { $0.connections[connection.number]?.firsts ?? [:] }
        return firsts.values.filter { $0.state == .pending }.map(\.admitted)
    }

    func admit(_ id: ClientID, url: String, request: RequestID) -> Lookup {
        let (hash, now, recordedUntil) = (Self.hash(url), clock(), recordedUntil())
        let (lookup, _) = contents.withLock { contents in
            let old = contents.change(id.connection) { $0.forgetOld(now) } ?? []
            if let first = contents.connections[id.connection]?.firsts[id.text], first.counts(now) {
                return (first.url == hash ? Lookup.repeated(first) : .conflict, old)
            }
            let mayBeRecorded =
                id.connection == Contents.control && now.uptime <= max(recordedUntil, contents.forgottenUntil)
            let new = First(admitted: request, url: hash, time: now)
            let expired = contents.change(id.connection) { $0.firsts.updateValue(new, forKey: id.text) } ?? nil
            return (.new(mayBeRecorded: mayBeRecorded), old + [expired].compactMap(\.self))
        }
        return lookup
    }

    /// Sets the request that has an id, and that is recorded: the admitted request, or one of the previous daemon, which has
    /// the id until ``forget(_:_:)``.
    func identify(_ id: ClientID, _ admitted: RequestID, as request: RequestID) {
        first(id, admitted) { _ in }?.identity.give(request)
    }

    /// Forgets an id whose admitted request is not run, so that the next repeat asks the journal, too.
    func forget(_ id: ClientID, _ admitted: RequestID) {
        let first = first(id, admitted) { $0.firsts[id.text] = nil }
        first?.identity.give(nil)
        first?.reply.give(nil)
    }

    /// Returns an admitted request, and changes the requests of its connection; nil if the id was forgotten.
    private func first(_ id: ClientID, _ admitted: RequestID, _ change: (inout Requests) -> Void) -> First? {
        contents.withLock { contents in
            guard let first = contents.connections[id.connection]?.firsts[id.text], first.admitted == admitted else {
                return nil
            }
            contents.change(id.connection, change)
            return first
        }
    }

    /// Gives the reply of a request that was admitted to all that wait for it, and remembers it.
    /// - Parameter standing: A request that was turned away is forgotten, so that its id may be used again.
    func end(_ id: ClientID, _ request: RequestID, _ reply: OutcomeReply, _ standing: Conclusion.Standing) {
        // A caller that repeats the request sends the URL again.
        var kept = reply
        kept.url = ""
        let (json, now) = (kept.json, clock())
        let (first, _) = contents.withLock { contents in
            guard let first = contents.connections[id.connection]?.firsts[id.text], first.admitted == request else {
                return (First?.none, [First]())
            }
            contents.change(id.connection) { requests in
                if standing == .turnedAway {
                    requests.firsts[id.text] = nil
                } else {
                    requests.end(id.text, request, json)
                }
            }
            return (first, contents.makeRoom(after: id.connection, capacity: capacity, now: now))
        }
        first?.identity.give(standing == .turnedAway ? nil : request)
        first?.reply.give(json)
    }

    private static func hash(_ url: String) -> Int {
        var url = url
        var hasher = Hasher()
        // The bytes are hashed: as strings, canonically equal URLs would be equal.
        url.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}

extension ReplyMemory {
    /// The requests with ids, by their connections.
    fileprivate struct Contents {
        /// The number of all connections of the control socket.
        static let control = 0

        var connections = [control: Requests(at: .control)]
        var lastConnection = control
        /// The bytes of all connections of each socket.
        var bytes = PerSocket(repeating: 0)
        /// Until this uptime, an id of the control socket that was forgotten early must be looked up in the journal.
        var forgottenUntil = Duration.zero

        /// Changes the requests of a connection; nil if the connection has ended.
        @discardableResult
        mutating func change<Value>(_ connection: Int, _ body: (inout Requests) -> Value) -> Value? {
            guard let place = connections.index(forKey: connection) else { return nil }
            let (door, before) = (connections.values[place].door, connections.values[place].bytes)
            defer { bytes[door] += connections.values[place].bytes - before }
            return body(&connections.values[place])
        }

        /// Drops the oldest replies of the largest connections of a socket, and then the oldest requests, until the
        /// socket takes no more than its capacity. The control socket forgets requests at once, because the journal knows
        /// their ids.
        /// - Returns: What was removed, which the caller releases after the lock.
        mutating func makeRoom(after connection: Int, capacity: Int, now: Timestamp) -> [First] {
            guard let door = connections[connection]?.door else { return [] }
            var removed: [First] = []
            while bytes[door] > capacity,
                let largest = connections.lazy.filter({ $0.value.door == door })
                    .max(by: { $0.value.bytes < $1.value.bytes })?.key
            {
                if !door.isTrusted, let first = change(largest, { $0.dropReply() }) ?? nil {
                    removed.append(first)
                } else if let first = change(largest, { $0.forgetOldest() }) ?? nil {
                    removed.append(first)
                    if door.isTrusted { forgottenUntil = now.uptime + ReplyMemory.lifetime }
                }
            }
            return removed
        }
    }

    /// The requests with ids of the control socket, or of one connection of another socket.
    fileprivate struct Requests {
        private struct Ended {
            let id: String
            let request: RequestID
            /// The bytes of the id in two collections, of the reply, and of the collections themselves.
            var bytes: Int
        }

        let door: Door
        var firsts: [String: First] = [:]
        /// The ended requests, in the order of their ends. Requests that wait or run are never forgotten.
        private var ended = CircularBuffer<Ended>()
        /// The number of ended requests, from the first, whose replies were dropped.
        private var dropped = 0
        /// The bytes of the ended requests.
        private(set) var bytes = 0

        init(at door: Door) { self.door = door }

        mutating func end(_ id: String, _ request: RequestID, _ json: String) {
            firsts[id]?.state = .ended
            ended.append(Ended(id: id, request: request, bytes: 2 * id.utf8.count + 320 + json.utf8.count))
            bytes += ended[ended.index(before: ended.endIndex)].bytes
        }

        /// Forgets the ended requests that no longer count, and returns them.
        mutating func forgetOld(_ now: Timestamp) -> [First] {
            var removed: [First] = []
            while let oldest = ended.first, !(held(oldest)?.counts(now) ?? false) {
                if let first = forgetOldest() { removed.append(first) }
            }
            return removed
        }

        /// Drops the oldest reply. Returns the request with the reply; nil if no request has a reply.
        mutating func dropReply() -> First? {
            while dropped < ended.count {
                let place = ended.index(ended.startIndex, offsetBy: dropped)
                dropped += 1
                let small = 2 * ended[place].id.utf8.count + 256
                bytes -= ended[place].bytes - small
                ended[place].bytes = small
                guard let first = held(ended[place]) else { continue }
                firsts[ended[place].id]?.reply = First.dropped
                return first
            }
            return nil
        }

        /// Forgets the oldest ended request. Returns nil if a later request has its id.
        mutating func forgetOldest() -> First? {
            guard let oldest = ended.popFirst() else { return nil }
            dropped = max(0, dropped - 1)
            bytes -= oldest.bytes
            return held(oldest).flatMap { _ in firsts.removeValue(forKey: oldest.id) }
        }

        /// Returns an ended request; nil if a later request has its id.
        private func held(_ ended: Ended) -> First? {
            firsts[ended.id].flatMap { $0.admitted == ended.request ? $0 : nil }
        }
    }
}

import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The replies to requests with a client's id: a repeat within ten minutes gets the reply of the first request.
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
            self.connection = connection?.number ?? RepliesByConnection.control
        }
    }

    struct Earlier: Sendable {
        let id: ClientID
        /// The URL of both requests.
        let url: String
        /// The request that was admitted with the id.
        let admitted: RequestID
        /// The request that has the id; nil while the journal is searched for a request of the previous daemon.
        let request: RequestID?
    }

    enum Lookup: Sendable {
        /// - Parameter mayBeRecorded: Whether the journal may know the id nevertheless.
        case new(mayBeRecorded: Bool)
        case repeated(Earlier)
        /// The id was used for another URL.
        case conflict
    }

    /// The maximum number of bytes of a socket's ended requests. Above it the oldest are forgotten early; the journal
    /// has their outcomes. On the desktop and agent sockets, the connection with the most bytes loses its replies first.
    let capacity: Int
    private let contents = Lock(RepliesByConnection())
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
    func bytes(at door: Door) -> Int {
        contents.withLock { $0.bytes[door] }
    }

    /// A new connection of a socket whose ids count for one connection.
    func connect(at door: Door = .desktop) -> Connection {
        let number = contents.withLock { contents in
            contents.lastConnection += 1
            contents.replies[contents.lastConnection] = RememberedReplies(at: door)
            return contents.lastConnection
        }
        return Connection(number, in: self)
    }

    private func end(_ connection: Int) {
        contents.withLock { contents in
            guard let replies = contents.replies.removeValue(forKey: connection) else { return }
            contents.bytes[replies.door] -= replies.bytes
        }
    }

    /// Returns the request to which an id refers on a connection: the client's id, or the daemon's.
    func request(_ id: String, on connection: Connection) -> RequestID? {
        contents.withLock { contents in
            let entries = contents.replies[connection.number]?.entries ?? [:]
            return entries[id]?.request ?? entries.values.first { $0.request.description == id }?.request
        }
    }

    /// Returns the requests of a connection that wait or run.
    func pendingRequests(of connection: Connection) -> [RequestID] {
        contents.withLock { contents in
            (contents.replies[connection.number]?.entries.values).map { entries in
                entries.compactMap { if case .pending = $0.reply { $0.request } else { nil } }
            } ?? []
        }
    }

    func admit(_ id: ClientID, url: String, request: RequestID) -> Lookup {
        let (digest, now, recordedUntil) = (URLDigest(url), clock(), recordedUntil())
        let isControl = id.connection == RepliesByConnection.control
        let admission: Lookup? = contents.withLock { contents in
            contents.change(id.connection) { replies in
                replies.forgetOld(now: now, capacity: isControl ? capacity : .max)
                if let entry = replies.entries[id.text], entry.counts(now) {
                    guard entry.url == digest else { return .conflict }
                    return .repeated(
                        Earlier(
                            id: id, url: url, admitted: entry.admitted,
                            request: entry.isIdentified ? entry.request : nil))
                }
                _ = replies.remove(id.text)
                let mayBeRecorded = isControl && now.uptime <= max(recordedUntil, replies.droppedUntil)
                replies.entries[id.text] = RememberedReplies.Entry(
                    url: digest, admitted: request, request: request, isIdentified: !mayBeRecorded, time: now)
                return .new(mayBeRecorded: mayBeRecorded)
            }
        }
        return admission ?? .new(mayBeRecorded: false)
    }

    /// Forgets a request that was admitted and is not run.
    /// - Parameter reply: The reply for the callers that wait for the reply; nil if only the journal may have it.
    func forget(_ id: ClientID, answering reply: OutcomeReply? = nil) {
        let forgotten = contents.withLock { contents in contents.change(id.connection) { $0.remove(id.text) } }
        guard let entry = forgotten ?? nil else { return }
        for waiter in entry.waiters { waiter.resume(returning: reply) }
        for caller in entry.callers { caller.resume(returning: nil) }
    }

    /// Sets the request that has an id: the admitted request, or a request of the previous daemon.
    func identify(_ id: ClientID, as request: RequestID) {
        let callers = contents.withLock { contents in
            contents.change(id.connection) { replies in
                let callers = replies.entries[id.text]?.callers
                replies.entries[id.text]?.request = request
                replies.entries[id.text]?.isIdentified = true
                replies.entries[id.text]?.callers = []
                return callers ?? []
            }
        }
        for caller in callers ?? [] { caller.resume(returning: request) }
    }

    /// Waits until the request of an id is known, and returns the request; nil if the id was forgotten.
    func request(_ earlier: Earlier) async -> RequestID? {
        await withCheckedContinuation { caller in
            let known: RequestID?? = withEntry(of: earlier, orElse: .some(nil)) { entry in
                if entry.isIdentified { return entry.request }
                entry.callers.append(caller)
                return nil
            }
            if let known { caller.resume(returning: known) }
        }
    }

    func remember(_ reply: OutcomeReply, for id: ClientID) {
        // A caller that repeats the request sends the URL again.
        var kept = reply
        kept.url = ""
        let (json, now) = (kept.json, clock())
        let waiters = contents.withLock { contents in
            let waiters = contents.change(id.connection) { replies in
                let waiters = replies.end(id.text, json)
                replies.forgetOld(
                    now: now, capacity: id.connection == RepliesByConnection.control ? capacity : .max)
                return waiters
            }
            if let door = contents.replies[id.connection]?.door { contents.makeRoom(at: door, capacity: capacity) }
            return waiters
        }
        for waiter in waiters ?? [] { waiter.resume(returning: reply) }
    }

    /// Returns the reply of the first request with this id, as soon as there is one; nil if only the journal has the
    /// reply.
    func reply(_ earlier: Earlier) async -> OutcomeReply? {
        await withCheckedContinuation { waiter in
            let reply: OutcomeReply?? = withEntry(of: earlier, orElse: .some(nil)) { entry in
                switch entry.reply {
                case .known(let json): return .some(Self.read(json, earlier))
                case .dropped: return .some(nil)
                case .pending:
                    entry.waiters.append(waiter)
                    return nil
                }
            }
            if let reply { waiter.resume(returning: reply) }
        }
    }

    private func withEntry<Value: Sendable>(
        of earlier: Earlier, orElse value: Value, _ body: (inout RememberedReplies.Entry) -> Value
    ) -> Value {
        contents.withLock { contents in
            let found: Value?? = contents.change(earlier.id.connection) { replies in
                guard var entry = replies.entries[earlier.id.text], entry.admitted == earlier.admitted else {
                    return nil
                }
                defer { replies.entries[earlier.id.text] = entry }
                return body(&entry)
            }
            return (found ?? nil) ?? value
        }
    }

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
        let error = OutcomeError(.draining, "the outcome of the request with that id is no longer remembered")
        return OutcomeReply(id: request.description, url: url, outcome: .error(error))
    }
}

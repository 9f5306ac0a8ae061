import DispatcherMessages
import DispatcherRequests
import QueryCoding
import UnixSystem
import XCallbackURL

/// The methods of the sockets, by name.
struct MethodTable: Sendable {
    private struct Entry: Sendable {
        let sockets: Set<Door>
        /// Whether the caller gets a refusal of the whole daemon as the outcome of its request.
        let refusesByOutcome: Bool
        /// Answers a request without waiting, or returns the work that has to wait.
        let answer: @Sendable (RPCRequest, MethodCaller) throws(RPCError) -> Eventual<RPCReply?>
    }

    private var entries: [String: Entry] = [:]
    let replies: ReplyMemory
    private let ledger: RequestLedger

    init(ledger: RequestLedger, replies: ReplyMemory) {
        self.ledger = ledger
        self.replies = replies
    }

    /// Adds a method that always waits.
    mutating func add<M: Method>(
        _ method: M.Type, _ body: @escaping @Sendable (M.Parameters) async throws(RPCError) -> M.Result
    ) {
        add(method) { request, _ in
            .waits {
                await request.reply { () async throws(RPCError) in
                    try await body(M.Parameters(request.parameters)).value
                }
            }
        }
    }

    /// Adds a method that may have its result without waiting.
    /// - Parameter endsWithCaller: Whether the work that waits is cancelled when the caller closes its connection.
    mutating func addImmediate<M: Method>(
        _ method: M.Type, refusesByOutcome: Bool = false, endsWithCaller: Bool = false,
        _ body: @escaping @Sendable (M.Parameters, MethodCaller) throws(RPCError) -> MethodResult
    ) {
        add(method, refusesByOutcome: refusesByOutcome) { (request, caller) throws(RPCError) in
            switch try body(M.Parameters(request.parameters), caller) {
            case .ended(let value): .ended(request.id.map { RPCReply(id: $0, result: value) })
            case .waits(let rest) where endsWithCaller:
                .waits { await caller.end.cancelling { await request.reply(rest) } }
            case .waits(let rest): .waits { await request.reply(rest) }
            }
        }
    }

    /// Adds a method that reads its request itself.
    mutating func add<M: Method>(
        _ method: M.Type, refusesByOutcome: Bool = false,
        answer: @escaping @Sendable (RPCRequest, MethodCaller) throws(RPCError) -> Eventual<RPCReply?>
    ) {
        entries[M.name] = Entry(sockets: M.sockets, refusesByOutcome: refusesByOutcome, answer: answer)
    }

    /// Answers a request without waiting, or returns the work that has to wait. The reply is nil for a notification, and
    /// from a method that sends its reply itself.
    func answer(_ request: RPCRequest, for caller: MethodCaller) -> Eventual<RPCReply?> {
        do throws(RPCError) {
            return try entry(request.method, for: caller).answer(request, caller)
        } catch {
            return .ended(request.id.map { RPCReply(id: $0, error: error) })
        }
    }

    private func entry(_ name: String, for caller: MethodCaller) throws(RPCError) -> Entry {
        let entry = entries[name]
        let shown = Printable.shown(name, limit: 64)
        let door = caller.origin.door
        // An unknown method shows a client, too, that the daemon does not hang.
        let refusal = ledger.with { $0.places.refusal }
        guard door.isTrusted || entry?.sockets.contains(door) ?? false else {
            throw RPCError(.unknownMethod, "'\(shown)' is not available on the \(door.rawValue) socket")
        }
        guard let entry else { throw RPCError(.unknownMethod, "there is no method '\(shown)'") }
        guard !entry.refusesByOutcome, let refusal else { return entry }
        throw RPCError(.refused, refusal.inReply(at: door).message, dataCode: refusal.code)
    }
}

/// The sender of a request.
struct MethodCaller: Sendable {
    let origin: Origin
    /// Its connection as a worker's; nil unless it is on the control socket.
    let worker: Worker?
    /// The caller's connection, on which its ids count; nil on the control socket.
    let connection: ReplyMemory.Connection?
    /// The connection is closed.
    let end = Event()
}

extension RPCRequest {
    /// Returns the reply with the result, or with the error in its place; nil for a notification.
    fileprivate func reply(_ result: () async throws(RPCError) -> QueryValue) async -> RPCReply? {
        do throws(RPCError) {
            let value = try await result()
            return id.map { RPCReply(id: $0, result: value) }
        } catch {
            return id.map { RPCReply(id: $0, error: error) }
        }
    }
}

/// The result of a method, or the work that has to wait.
enum MethodResult: Sendable {
    case ended(QueryValue)
    case waits(@Sendable () async throws(RPCError) -> QueryValue)

    /// Waits for the result.
    var value: QueryValue {
        get async throws(RPCError) {
            switch self {
            case .ended(let value): value
            case .waits(let rest): try await rest()
            }
        }
    }
}

/// A value, or the work that has to wait for it.
enum Eventual<Value: Sendable>: Sendable {
    case ended(Value)
    case waits(@Sendable () async -> Value)

    /// Waits for the value.
    var value: Value {
        get async {
            switch self {
            case .ended(let value): value
            case .waits(let rest): await rest()
            }
        }
    }
}

import DispatcherMessages
import DispatcherRequests
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// The methods of the sockets, by name.
struct MethodTable: Sendable {
    private struct Entry: Sendable {
        let sockets: Set<Door>
        /// Whether the caller gets a refusal of the whole daemon as the outcome of its request.
        let refusesByOutcome: Bool
        let answer: @Sendable (RPCRequest, MethodCaller) async throws(RPCError) -> RPCReply?
    }

    private var entries: [String: Entry] = [:]
    let replies: ReplyMemory
    private let ledger: RequestLedger
    private let work: BackgroundWork

    /// The methods of the daemon.
    init(_ dispatcher: Dispatcher, reloader: Reloader, log: LogQueue? = nil) {
        ledger = dispatcher.ledger
        work = dispatcher.work
        let submitter = RequestSubmitter(dispatcher)
        replies = submitter.replies
        let requests = RequestMethods(dispatcher: dispatcher, submitter: submitter)
        let reports = ReportMethods(dispatcher: dispatcher)
        let control = ControlMethods(dispatcher: dispatcher, reloader: reloader, log: log)
        addRequest(DispatchMethod.self, refusesByOutcome: true, requests.dispatch)
        addRequest(CallMethod.self, refusesByOutcome: true, requests.call)
        addRequest(RunMethod.self, requests.run)
        add(CancelMethod.self, requests.cancel)
        add(ExplainMethod.self, reports.explain)
        add(LinkMethod.self, reports.link)
        add(RoutesMethod.self, endsWithCaller: true, reports.routes)
        add(StatusMethod.self, control.status)
        add(FeatureMethod.self, control.feature)
        add(ReloadMethod.self) { _ in await reloader.reload() }
        add(PauseMethod.self, control.pause)
        add(ResumeMethod.self, control.resume)
        add(HistoryMethod.self, endsWithCaller: true, reports.history)
        add(RerunMethod.self, requests.rerun)
        add(ForgetMethod.self, reports.forget)
        add(TokenMethod.self, control.token)
        addReading(ServeMethod.self, control.serve)
        add(GrantsMethod.self, control.grants)
        add(RevokeMethod.self, control.revoke)
    }

    /// Adds a method that may take long, or needs the journal: it runs on another thread than the one that reads lines,
    /// once the work has begun.
    /// - Parameter endsWithCaller: Whether the method is cancelled when the caller closes its connection.
    private mutating func add<M: Method>(
        _ method: M.Type, endsWithCaller: Bool = false,
        _ body: @escaping @Sendable (M.Parameters, MethodCaller) async throws(RPCError) -> M.Result
    ) {
        let work = work
        addReading(method) { (request, caller) async throws(RPCError) in
            let parameters = try M.Parameters(request.parameters)
            await work.leaveEventLoop()
            let answer: @Sendable () async -> RPCReply? = {
                do throws(RPCError) {
                    let value = try await body(parameters, caller).value
                    return request.id.map { RPCReply(id: $0, result: value) }
                } catch {
                    return request.id.map { RPCReply(id: $0, error: error) }
                }
            }
            return endsWithCaller ? await caller.end.cancelling(answer) : await answer()
        }
    }

    private mutating func add<M: Method>(
        _ method: M.Type, _ body: @escaping @Sendable (M.Parameters) async throws(RPCError) -> M.Result
    ) {
        add(method) { (parameters, _) async throws(RPCError) in try await body(parameters) }
    }

    /// Adds a method that runs a request of the dispatcher, and waits for nothing if the request does not.
    /// - Parameter refusesByOutcome: Whether the caller gets a refusal of the whole daemon as the outcome.
    private mutating func addRequest<M: Method>(
        _ method: M.Type, refusesByOutcome: Bool = false,
        _ body: @escaping @Sendable (M.Parameters, MethodCaller) async throws(RPCError) -> QueryValue
    ) {
        addReading(method, refusesByOutcome: refusesByOutcome) { (request, caller) async throws(RPCError) in
            let result = try await body(M.Parameters(request.parameters), caller)
            return request.id.map { RPCReply(id: $0, result: result) }
        }
    }

    /// Adds a method that reads its request itself.
    private mutating func addReading<M: Method>(
        _ method: M.Type, refusesByOutcome: Bool = false,
        _ answer: @escaping @Sendable (RPCRequest, MethodCaller) async throws(RPCError) -> RPCReply?
    ) {
        entries[M.name] = Entry(sockets: M.sockets, refusesByOutcome: refusesByOutcome, answer: answer)
    }

    /// Answers a request. The reply is nil for a notification, and from a method that sends its reply itself.
    func answer(_ request: RPCRequest, for caller: MethodCaller) async -> RPCReply? {
        do throws(RPCError) {
            return try await entry(request.method, for: caller).answer(request, caller)
        } catch {
            return request.id.map { RPCReply(id: $0, error: error) }
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

/// The origin of a message.
struct Origin: Sendable {
    /// The socket, which decides how far the message is trusted.
    var door: Door
    /// The process that sent the message, if it is known.
    var peer: PeerProcess?
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
